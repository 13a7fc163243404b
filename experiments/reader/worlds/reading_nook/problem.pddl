(define (problem reading-nook-1)
 (:domain reading-nook)
 (:objects
  bookshelf - shelf
  armchair window_seat - seat
  coffee_table - table
  blanket_chest toy_chest - chest
  reading_lamp string_lights desk_lamp - light
  fern cactus - plant
  roller_blind roof_blind - shade
  novel atlas poetry_book - book
  cushion_red cushion_grey - cushion
  spectacles - spectacles
  mug - drink
  plush_rabbit - obj)
 (:init
  (idle)
  (rests novel armchair) (rests atlas bookshelf) (rests poetry_book coffee_table)
  (rests cushion_red window_seat) (rests cushion_grey blanket_chest)
  (rests spectacles bookshelf) (rests mug window_seat) (rests plush_rabbit toy_chest)
  (lid_down blanket_chest)
  (glowing reading_lamp) (glowing string_lights)
  (dim reading_lamp)
  (dry fern)
  (raised roof_blind)
  (dusty bookshelf) (dusty window_seat))
 (:goal (and (rests novel bookshelf) (not (dry fern))))
)
