(define (problem skylounge-1) (:domain skylounge)
  (:objects shade_east shade_west - shade glazing_tilt_e glazing_tilt_w - glazing_leaf
    luminaire_cove luminaire_pendant luminaire_reading - luminaire display_wall audio_zone_1 - av_sink hvac_fancoil - powered
    beverage_cooler bar_cabinet - cabinet access_lift - access_node
    remote_handset throw_textile tumbler_crystal - stowable sofa_modular table_low - support ficus_planter orchid_planter - vegetation)
  (:init (extended shade_east) (ajar glazing_tilt_e) (live luminaire_cove) (live luminaire_reading) (live display_wall) (muted display_wall)
    (live audio_zone_1) (ajar beverage_cooler) (rested-on remote_handset sofa_modular) (housed-in throw_textile bar_cabinet)
    (rested-on tumbler_crystal table_low) (effector-free))
  (:goal (and (hydrated orchid_planter))))
