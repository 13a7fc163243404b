(define (problem p) (:domain garage_bench)
  (:objects claw_hammer - handtool
    adjustable_wrench_L adjustable_wrench_S - wrench
    softwood_plank steel_bracket - workpiece
    RU_shelf_01 RU_shelf_02 - surface
    tool_chest scrap_receptacle - storage
    bench_grinder air_compressor overhead_fluorescent - appliance
    sectional_door - overhead_door
    two_wheeler - vehicle)
  (:init (idle_hand) (on_surface claw_hammer bench_top) (on_surface softwood_plank bench_top) (on_surface oil_can bench_top)
    (on_surface adjustable_wrench_L RU_shelf_01) (on_surface adjustable_wrench_S RU_shelf_02) (contained_in cordless_drill tool_chest)
    (on_surface steel_bracket RU_shelf_02) (latched tool_chest)
    (mains_connected air_compressor) (active air_compressor) (mains_connected overhead_fluorescent) (elevated sectional_door))
  (:goal (and (lubricated two_wheeler))))
