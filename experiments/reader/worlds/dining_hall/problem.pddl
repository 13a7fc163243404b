(define (problem dining_hall_1) (:domain dining_hall)
 (:objects plate_white plate_green bread_knife butter_knife - dish jug_glass jug_clay - jug tureen - pot napkin hymn_book cookbook - thing
  long_table sideboard dish_cart hatch - place curtain_left curtain_right - curtain candle_tall candle_short - candle door_garden door_kitchen - door)
 (:init (hand_free) (found_at long_table plate_white) (found_at sideboard plate_green) (found_at long_table jug_glass) (found_at hatch jug_clay)
  (found_at long_table tureen) (found_at long_table bread_knife) (found_at sideboard butter_knife) (found_at dish_cart napkin) (found_at sideboard hymn_book) (found_at hatch cookbook)
  (soiled plate_white) (soiled bread_knife) (soiled tureen) (covered tureen) (drawn curtain_left) (lit candle_tall) (ajar door_garden) (full jug_clay))
 (:goal (and (found_at dish_cart plate_white))))
