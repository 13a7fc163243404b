(define (problem officepod1) (:domain officepod)
 (:objects entry_portal conf_room_portal - portal east_shade west_shade - shade ceiling_lum_conf desk_lum - luminaire
  wall_display_conf hvac_unit espresso_unit - device conf_table workstation_desk - open_support waste_bin doc_box - bin_support
  handset portable_pc drink_vessel potted_ficus stack_printouts - asset dry_erase_panel - writable)
 (:init (ajar conf_room_portal) (deployed east_shade) (luminous ceiling_lum_conf) (powered wall_display_conf) (powered hvac_unit)
  (loc-of handset conf_table) (loc-of portable_pc conf_table) (loc-of drink_vessel workstation_desk) (loc-of potted_ficus workstation_desk)
  (loc-of stack_printouts doc_box) (lid_raised waste_bin) (marked dry_erase_panel) (eff_idle))
 (:goal (and (luminous desk_lum))))
