(define (problem pebble_end-tuesday)
  (:domain pebble_end)
  (:objects
    kitchen hall living_room - room
    kitchen_table dresser coat_hooks windowsill settee - surface
    washing_machine - washer
    red_coat black_coat scarf - clothing
    teacup_1 teacup_2 teapot umbrella newspaper - odd-thing
    watering_can - can
    front_door back_door - door
    hall_lamp kitchen_lamp table_lamp standard_lamp - lamp
    fern geranium - plant
    tibbles smudge - cat)
  (:init
    (hand-empty)
    (within kitchen_table kitchen) (within dresser kitchen) (within washing_machine kitchen)
    (within kitchen_lamp kitchen) (within back_door kitchen) (within tibbles kitchen)
    (within coat_hooks hall) (within hall_lamp hall) (within front_door hall) (within fern hall)
    (within windowsill living_room) (within settee living_room) (within table_lamp living_room)
    (within standard_lamp living_room) (within geranium living_room) (within smudge living_room)
    (holds settee red_coat) (holds settee newspaper)
    (holds coat_hooks black_coat) (holds washing_machine scarf)
    (holds kitchen_table teacup_1) (holds kitchen_table umbrella)
    (holds dresser teacup_2) (holds dresser teapot)
    (holds windowsill watering_can)
    (off kitchen_lamp) (off standard_lamp)
    (shut front_door) (locked front_door)
    (thirsty fern) (hungry tibbles))
  (:goal (and (not (thirsty fern)) (holds coat_hooks red_coat))))
