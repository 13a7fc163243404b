(define (problem sk_01) (:domain smart_kitchen_v2)
 (:objects vessel_mug_01 vessel_pan_03 plate_set_01 - ware dairy_ctn trout_fillet bread_loaf - foodstuff cooling_unit RU_cab_upper RU_cab_lower waste_receptacle - encl
  window_sash_1 - aperture worktop_main dining_surf RU_shelf_02 - surf induct_hob extractor_fan ceiling_lum audio_unit - unit gas_valve - valve)
 (:init (eff_idle) (loc_on vessel_mug_01 dining_surf) (loc_on plate_set_01 dining_surf) (loc_on vessel_pan_03 worktop_main) (loc_on trout_fillet worktop_main) (loc_in dairy_ctn cooling_unit)
  (loc_on bread_loaf dining_surf) (soiled vessel_mug_01) (soiled vessel_pan_03) (unsealed waste_receptacle) (unsealed window_sash_1) (engaged induct_hob) (engaged audio_unit) (flowing gas_valve) (interlock_set RU_cab_lower))
 (:goal (and (loc_in trout_fillet cooling_unit))))
