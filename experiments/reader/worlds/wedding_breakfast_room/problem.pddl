(define (problem wedding_1) (:domain wedding_breakfast_room)
 (:objects top_table buffet sideboard - table fridge - fridge ice_bucket - bucket garden_door kitchen_door - door
  cake cake_knife card_box - thing vase_roses vase_lilies - vase glass_bride glass_groom - glass bottle_champagne bottle_juice - bottle
  candle_left candle_right - candle speaker - speaker)
 (:init (set_on vase_roses top_table) (has_water vase_roses) (set_on glass_bride top_table) (poured glass_bride) (set_on glass_groom buffet)
  (set_on cake buffet) (set_on vase_lilies buffet) (crumbs_on buffet) (set_on card_box sideboard) (set_on cake_knife sideboard)
  (set_on bottle_juice sideboard) (kept_cold fridge bottle_champagne) (closed kitchen_door)
  (burning candle_left) (playing speaker) (gripper_empty))
 (:goal (burning candle_right)))
