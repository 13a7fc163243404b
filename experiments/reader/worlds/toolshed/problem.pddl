(define (problem toolshed-1) (:domain toolshed)
  (:objects ru_shelf_01_lower ru_shelf_02_upper pegboard work_surface - support tool_chest coating_cabinet - chest
    entry_leaf rear_leaf - leaf side_casement - casement luminaire_ceiling portable_light air_compressor fm_receiver - device
    hedge_cutter_manual panel_saw - bladed claw_striker earth_mover_manual footwear_pair irrigation_vessel coating_tin - implement)
  (:init (agape entry_leaf) (agape side_casement) (bolted rear_leaf) (powered air_compressor) (powered fm_receiver) (agape tool_chest)
    (located hedge_cutter_manual work_surface) (located panel_saw pegboard) (enclosed claw_striker tool_chest)
    (located earth_mover_manual work_surface) (located footwear_pair ru_shelf_01_lower) (located irrigation_vessel ru_shelf_02_upper)
    (located coating_tin work_surface) (fouled earth_mover_manual) (fouled footwear_pair) (manipulator-vacant))
  (:goal (and (not (fouled footwear_pair)))))
