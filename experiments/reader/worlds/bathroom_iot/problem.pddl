(define (problem bathroom_iot-1) (:domain bathroom_iot)
 (:objects luminaire_mirror luminaire_ceiling extractor_unit rail_heater - appliance
  valve_basin valve_tub - valve vessel_basin vessel_tub - basin_unit
  portal_room portal_window - portal
  towel_blue towel_white floor_mat face_cloth - textile
  drum_washer rail_01 soiled_bin tub_edge - receptacle
  dispenser_soap dispenser_shampoo - reservoir)
 (:init (engaged luminaire_mirror) (engaged luminaire_ceiling) (flowing valve_basin) (feeds valve_basin vessel_basin) (feeds valve_tub vessel_tub)
  (plugged vessel_basin) (ajar portal_window) (loc-of towel_blue tub_edge) (loc-of towel_white rail_01) (loc-of floor_mat tub_edge) (loc-of face_cloth soiled_bin)
  (gripper_free) (latched portal_room))
 (:goal (and (not (flowing valve_basin)))))
