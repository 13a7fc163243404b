(define (problem musicden-1) (:domain musicden)
 (:objects chordophone_six chordophone_bass violin_full - instrument
  lead_short lead_long - lead transducer_handheld ear_cups - gear
  amp_unit_gtr amp_unit_bass - amp nearfield_pair - sound-source capture_deck - deck
  tally_luminaire overhead_luminaire - luminaire
  stand_left stand_right wall_bracket upholstered_seat - support
  hard_shell cable_bin - container acoustic_portal - portal)
 (:init (rests-at chordophone_six upholstered_seat) (rests-at chordophone_bass stand_left) (rests-at violin_full hard_shell)
  (rests-at lead_short cable_bin) (rests-at lead_long upholstered_seat) (rests-at transducer_handheld stand_right)
  (rests-at ear_cups upholstered_seat) (hand-clear)
  (accessible stand_left) (accessible stand_right) (accessible wall_bracket) (accessible upholstered_seat)
  (accessible acoustic_portal) (powered amp_unit_gtr) (powered nearfield_pair) (powered capture_deck) (powered overhead_luminaire)
  (coupled chordophone_six amp_unit_gtr) (engaged lead_long) (attenuated nearfield_pair) (calibrated violin_full))
 (:goal (and (calibrated chordophone_six))))
