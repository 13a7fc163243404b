(define (problem penthouse-1) (:domain penthouse-smart)
 (:objects tv speaker_lounge speaker_bedroom lamp_lounge lamp_bed_left lamp_bed_right - device
  sofa nightstand terrace_table - surface bar_fridge - cooler charger_dock - dock
  curtain_bedroom curtain_lounge - curtain front_door - entry alarm - alarm_unit
  champagne - bottle glass_wine glass_tall - glass tablet phone - gadget)
 (:init (claw_empty) (holds sofa tablet) (holds sofa glass_tall) (holds bar_fridge champagne) (holds nightstand phone)
  (holds terrace_table glass_wine) (active tv) (active speaker_lounge) (active lamp_lounge) (active lamp_bed_left)
  (drawn curtain_bedroom) (door_open bar_fridge) (flat_battery phone))
 (:goal (and (bolted front_door))))
