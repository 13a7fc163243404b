(define (problem gardenroom-1) (:domain gardenroom)
 (:objects fern lemon_tree red_geranium white_geranium - pot_plant wicker_cushion teacup boots - item
  bench windowsill floor round_table - place compost_bin - container
  parasol side_awning - awning string_lights lantern - lamp garden_door house_door - door)
 (:init (on fern windowsill) (on lemon_tree floor) (on red_geranium windowsill) (on white_geranium round_table)
  (on watering_can floor) (on secateurs round_table) (on wicker_cushion bench) (on teacup round_table) (on boots bench) (clean wicker_cushion)
  (handsfree) (watered lemon_tree) (open garden_door) (extended parasol) (lit lantern) (lid_off compost_bin) (locked house_door))
 (:goal (and (watered fern))))
