; Before opening time: the shutters are down, one sack stands open, one scale is on.
(define (problem opening-time)
  (:domain post)
  (:objects
    airmail_letter registered_letter birthday_card - letter
    small_parcel big_parcel glass_parcel - parcel
    front_counter back_counter - counter
    letter_scale parcel_scale - scale
    front_shutter side_shutter - shutter
    wall_safe floor_safe - safe
    blue_sack grey_sack - sack)
  (:init
    (hand-free)
    (at airmail_letter front_counter) (at registered_letter back_counter)
    (at small_parcel front_counter) (at big_parcel back_counter) (at glass_parcel front_counter)
    (in birthday_card wall_safe)
    (stamped birthday_card)
    (open blue_sack) (open wall_safe)
    (locked floor_safe)
    (locked front_shutter)
    (on parcel_scale)
    (sealed big_parcel)
    (fragile glass_parcel))
  (:goal (and (in airmail_letter blue_sack) (stamped airmail_letter) (in registered_letter wall_safe) (not (on parcel_scale)))))
