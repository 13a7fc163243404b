(define (problem wtg_03) (:domain wtg_service_container)
 (:objects torque_wrench portable_light multimeter - tool fall_arrest_harness helmet_white helmet_yellow protective_boots - ppe grease_cartridge hydraulic_fluid - lubricant
  ru_shelf_01 ru_shelf_02 - rack_level locker_a locker_b - locker workbench - bench_surface
  luminaire_ceiling convector dehumidifier compressor - consumer container_door roof_hatch - aperture handset_1 handset_2 - radio_set)
 (:init (located torque_wrench ru_shelf_01) (located portable_light ru_shelf_02) (located multimeter workbench) (located fall_arrest_harness locker_a)
  (located helmet_white ru_shelf_01) (located helmet_yellow workbench) (located protective_boots workbench) (located grease_cartridge workbench) (located hydraulic_fluid ru_shelf_01)
  (unlocked locker_b) (engaged roof_hatch) (energised convector) (energised compressor) (manipulator_idle) (decontaminated helmet_white) (docked handset_1))
 (:goal (and (engaged container_door))))
