(define (problem hobby_evening) (:domain hobbyroom)
 (:objects loco_steam loco_diesel - motive wagon_tank - wagon trk_main trk_siding_1 trk_siding_2 - track turnout_n turnout_s - turnout
  traction_supply - transformer luminaire_bench fume_extractor soldering_unit - appliance
  kit_signal_box kit_church - kit blade_precision driver_cross - implement drawer_upper drawer_lower - drawer tool_rack - rack bench_surface - bench)
 (:init (hand_vacant) (positioned loco_steam trk_siding_1) (positioned loco_diesel trk_main) (positioned wagon_tank trk_siding_2)
  (diverging turnout_s) (energised soldering_unit) (energised fume_extractor) (extended drawer_lower)
  (kept_at kit_signal_box bench_surface) (kept_at kit_church tool_rack) (kept_at blade_precision bench_surface) (kept_at driver_cross drawer_lower)
  (assembled kit_church) (dust_free loco_diesel))
 (:goal (and (positioned loco_steam trk_main))))
