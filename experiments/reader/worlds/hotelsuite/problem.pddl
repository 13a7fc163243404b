(define (problem suite) (:domain hotelsuite)
 (:objects bathrobe trouser_suit passport tablet_computer champagne_bottle - portable wardrobe room_safe minibar - storage
  drape_north drape_south - drapery ceiling_luminaire bedside_luminaire_L bedside_luminaire_R - luminaire hvac_unit television_set espresso_maker - appliance
  writing_desk double_bed - surface suite_door balcony_door - entrance)
 (:init (gripper-free) (placed-on bathrobe double_bed) (placed-on trouser_suit double_bed) (placed-on passport writing_desk) (placed-on tablet_computer writing_desk)
  (stowed champagne_bottle minibar) (unlatched room_safe) (lit ceiling_luminaire) (lit bedside_luminaire_L) (powered hvac_unit) (powered television_set) (ajar balcony_door))
 (:goal (and (dnd-displayed))))
