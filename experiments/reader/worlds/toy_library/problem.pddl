(define (problem toys) (:domain toy-library)
 (:objects jigsaw_farm jigsaw_ocean - puzzle bear_brown rabbit - plush train fire_engine - vehicle ludo - boardgame
  shelf_low - shelf shelf_high - shelf crate_yellow crate_blue - crate play_mat - floor_area
  mia omar - child lamp_reading lamp_counter - lamp radiator - heater
  window_street - window front_door - exit)
 (:init (shelved_at jigsaw_farm shelf_low) (shelved_at jigsaw_ocean play_mat) (all_pieces_in jigsaw_farm)
  (shelved_at bear_brown crate_yellow) (on_loan rabbit mia) (shelved_at train play_mat) (shelved_at fire_engine shelf_high)
  (on_loan ludo omar) (lidded crate_yellow) (sticky train) (sticky rabbit) (needs_repair fire_engine)
  (switched_on lamp_counter) (switched_on radiator) (blind_lowered window_street))
 (:goal (and (all_pieces_in jigsaw_ocean))))
