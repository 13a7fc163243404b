(define (problem seaside_apartment_1) (:domain seaside_apartment)
 (:objects settee coffee_table balcony_table beach_bag - place wardrobe - wardrobe
  beach_towel bath_towel - towel sun_hat rain_hat - garment sunglasses novel - item
  bucket_red bucket_blue - bucket shutter_lounge shutter_bedroom - shutter
  ceiling_fan desk_fan - fan awning - awning balcony_door - door)
 (:init (hand_empty) (rests beach_towel balcony_table) (rests bucket_red balcony_table)
  (rests bath_towel settee) (rests sun_hat settee) (rests novel settee)
  (rests rain_hat coffee_table) (rests sunglasses beach_bag) (rests bucket_blue wardrobe)
  (blocked wardrobe) (soaked beach_towel) (soaked rain_hat) (sandy bucket_red) (sandy sun_hat)
  (rolled_up shutter_lounge) (spinning ceiling_fan) (unlatched balcony_door))
 (:goal (and (extended awning))))
