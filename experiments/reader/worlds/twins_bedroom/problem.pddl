(define (problem twins-bedroom-1) (:domain twins-bedroom)
 (:objects
  bed_ida bed_olaf - bed
  rug windowsill desk_small - flat
  drawer_upper drawer_lower - drawer
  laundry_hamper - hamper
  nightlight_moon nightlight_star - nightlight
  curtain_blackout - curtain
  hamster - pet
  soft_bear soft_rabbit blocks picture_book - toy
  pyjamas socks sweater - garment)
 (:init (grip_free)
  (lies_on bed_ida soft_bear) (lies_on rug soft_rabbit) (lies_on rug blocks)
  (lies_on windowsill picture_book)
  (lies_on bed_olaf pyjamas) (inside laundry_hamper socks) (inside drawer_lower sweater)
  (folded sweater)
  (is_shut drawer_lower)
  (glowing nightlight_star)
  (drawn curtain_blackout)
  (made bed_ida)
  (folding_place bed_ida) (folding_place bed_olaf) (folding_place desk_small))
 (:goal (and (made bed_olaf))))
