(define (problem hall_and_porch_1) (:domain hall_and_porch)
 (:objects front_door porch_door - door ceiling_light porch_lantern floor_lamp - light
  wellies_green wellies_red walking_shoes - footwear umbrella_black umbrella_kids - umbrella
  dog_lead house_keys car_keys coat_blue scarf - item coat_rack hall_table boot_tray - place bench_chest log_box - chest)
 (:init (ajar front_door) (bolted porch_door) (glowing ceiling_light) (muddy wellies_green) (muddy wellies_red) (furled umbrella_black)
  (lid_down bench_chest) (holds boot_tray wellies_green) (holds boot_tray umbrella_kids)
  (holds hall_table wellies_red) (holds hall_table dog_lead) (holds hall_table house_keys) (holds hall_table scarf)
  (holds coat_rack umbrella_black) (holds coat_rack coat_blue) (holds bench_chest walking_shoes) (holds bench_chest car_keys))
 (:goal (and (not (ajar front_door)) (glowing porch_lantern))))
