(define (problem piano_room_1) (:domain piano_room)
 (:objects arm_left arm_right - arm score_bach score_chopin - score metronome - clicker watering_can - can duster - cloth fern orchid - plant
  piano_top music_stand bookshelf window_sill - ledge cabinet - spot cabinet_door keyboard_lid window - openable
  lamp_piano lamp_corner - lamp curtain_left curtain_right - curtain)
 (:init (arm_empty arm_left) (arm_empty arm_right) (door_of cabinet_door cabinet)
  (sits_at score_bach music_stand) (sits_at score_chopin piano_top) (sits_at metronome piano_top) (sits_at watering_can cabinet) (sits_at duster bookshelf)
  (sits_at fern window_sill) (sits_at orchid bookshelf) (parched fern) (dusty piano_top) (dusty bookshelf)
  (is_open keyboard_lid) (is_open window) (drawn curtain_left) (glowing lamp_corner) (ticking metronome))
 (:goal (and (not (parched fern)))))
