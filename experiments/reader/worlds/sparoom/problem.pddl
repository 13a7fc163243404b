(define (problem sparoom1) (:domain sparoom)
 (:objects sauna_chamber basin_hall rest_chamber - chamber basin_main basin_plunge - basin
  sauna_leaf exterior_leaf - leaf terry_sheet_blue terry_sheet_striped body_wrap_white - textile soiled_linen_hamper - receptacle
  heat_source_sauna heat_source_ir - heat_source emitter_submerged emitter_rest ambient_audio_emitter - emitter jet_unit extraction_unit - circulator)
 (:init (gripper_idle) (charged basin_main) (shrouded basin_main) (thermal_on heat_source_ir) (emitting emitter_rest) (emitting ambient_audio_emitter) (circulating extraction_unit)
  (leaf_open sauna_leaf) (leaf_barred exterior_leaf) (placed terry_sheet_blue basin_hall) (damp terry_sheet_blue) (placed terry_sheet_striped rest_chamber)
  (racked body_wrap_white hanging_bar_warm) (damp terry_sheet_striped) (sanitized rest_chamber))
 (:goal (and (thermal_on heat_source_sauna))))
