(define (problem livingroom_iot-1) (:domain livingroom_iot)
 (:objects luminaire_ceiling luminaire_sofa luminaire_bookcase - luminaire
  shade_e shade_w - shade audio_unit display_panel - media
  hvac_heat_01 hvac_fan_02 - climate_unit portal_terrace portal_hall - portal
  vac_unit - mobile_unit zone_rug zone_dining zone_couch - zone stream_jazz stream_news stream_sport - stream)
 (:init (energized luminaire_ceiling) (energized luminaire_bookcase) (dimmed luminaire_bookcase) (lowered shade_w)
  (energized audio_unit) (tuned audio_unit stream_jazz) (tuned display_panel stream_news) (muted display_panel)
  (energized hvac_fan_02) (shut portal_hall) (secured portal_hall) (at_zone vac_unit zone_rug))
 (:goal (and (not (energized luminaire_ceiling)))))
