(define (problem loft-1) (:domain open-plan-loft)
 (:objects lamp_desk lamp_reading fairy_lights - lamp
  blind_street blind_skylight - blind
  speaker_kitchen speaker_lounge - speaker
  tv - screen
  jazz_mix lullabies news_stream - playlist
  eco comfort away - preset
  front_door - entrance
  kitchen_area lounge_area - zone
  robovac - hoover)
 (:init (powered lamp_desk) (powered tv) (powered speaker_lounge) (playing speaker_lounge jazz_mix)
  (powered fairy_lights) (dimmed fairy_lights)
  (idle speaker_kitchen)
  (lowered blind_skylight) (thermostat_set eco)
  (vacuumed kitchen_area))
 (:goal (and (powered lamp_reading))))
