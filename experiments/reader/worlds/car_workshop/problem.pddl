(define (problem monday) (:domain auto_service)
 (:objects vw_beetle delivery_van - vehicle winter_wheel summer_wheel van_wheel - wheel lift_A lift_B - lift torque_wrench impact_driver - tool
  top_drawer bottom_drawer - drawer street_gate yard_gate - gate compressor_unit extractor_fan inspection_lamp - equipment)
 (:init (positioned vw_beetle lift_A) (positioned delivery_van lift_B) (elevated lift_B) (mounted summer_wheel vw_beetle) (mounted van_wheel delivery_van) (detached winter_wheel)
  (pressurized summer_wheel) (sump_charged vw_beetle) (sump_charged delivery_van) (bonnet_raised vw_beetle) (ignition_active delivery_van) (gate_retracted yard_gate) (energised inspection_lamp)
  (hands_unoccupied) (housed torque_wrench top_drawer) (housed impact_driver bottom_drawer) (drawer_pulled bottom_drawer) (grimy vw_beetle) (grimy delivery_van))
 (:goal (and (mounted winter_wheel vw_beetle))))
