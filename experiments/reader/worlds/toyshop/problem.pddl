(define (problem toys-1) (:domain toy_storeroom)
 (:objects teddy rabbit - plush jigsaw_500 jigsaw_1000 - puzzle fire_engine race_car - vehicle
   top_shelf middle_shelf bottom_shelf - shelf carton_a carton_b - carton ceiling_light desk_lamp - luminaire)
 (:init (on_shelf teddy top_shelf) (packed_in rabbit carton_a) (on_shelf jigsaw_500 middle_shelf) (on_shelf jigsaw_1000 bottom_shelf)
   (on_shelf fire_engine bottom_shelf) (packed_in race_car carton_b) (taped carton_b) (battery_fitted race_car) (tagged teddy)
   (hand_empty) (ladder_at bottom_shelf))
 (:goal (and (gift_wrapped teddy))))
