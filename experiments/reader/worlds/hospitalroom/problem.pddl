(define (problem hospital_day) (:domain hospitalroom)
 (:objects backrest_unit footrest_unit - bed_segment rail_l rail_r - side_rail luminaire_overhead luminaire_reading display_unit - device
  shade_e shade_w - shade entry_corridor entry_washroom fenestration - aperture
  vessel_pitcher - vessel garment_robe - textile handset optical_aid - article
  overbed_tray bedside_locker seat_visitor - support flora_tulips - flora)
 (:init (manipulator_idle) (elevated footrest_unit) (engaged rail_l) (energized luminaire_overhead) (energized display_unit) (occluding shade_w)
  (unclosed entry_corridor) (unclosed fenestration) (located vessel_pitcher bedside_locker) (located garment_robe seat_visitor)
  (located handset bedside_locker) (located optical_aid bedside_locker))
 (:goal (and (elevated backrest_unit))))
