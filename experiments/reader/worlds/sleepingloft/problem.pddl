(define (problem sleepingloft-1) (:domain sleepingloft)
 (:objects quilt_wool - textile garment_robe garment_nightwear - garment
  novel optical_frames water_vessel - accessory
  luminaire_bedside_e luminaire_bedside_w luminaire_ceiling - luminaire
  opaque_panel_n opaque_panel_s - panel
  sleep_platform - berth night_stand floor_mat seat_rocking - platform
  roof_aperture stair_portal - aperture garment_cabinet drawer_unit - storage
  thermal_emitter air_mover - appliance wake_signal - alarm)
 (:init (loc-of quilt_wool floor_mat) (loc-of garment_robe sleep_platform) (loc-of garment_nightwear sleep_platform)
  (loc-of novel night_stand) (loc-of optical_frames drawer_unit) (loc-of water_vessel night_stand) (is-vessel water_vessel)
  (effector-free) (illuminated luminaire_ceiling) (illuminated luminaire_bedside_w) (lowered opaque_panel_s)
  (unsealed roof_aperture) (unsealed garment_cabinet) (active thermal_emitter))
 (:goal (and (arranged sleep_platform))))
