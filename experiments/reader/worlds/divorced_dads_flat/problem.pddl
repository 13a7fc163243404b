(define (problem divorced_dads_flat_1) (:domain divorced_dads_flat)
 (:objects plush_bear plush_dino schoolbag_mia schoolbag_leo pizza_box pyjamas - thing tablet - gadget
  toybox wardrobe bin - box sofa dining_table - furniture bunk_upper bunk_lower - bunk
  tv toaster fan_heater nightlight - appliance blind_lounge blind_bedroom - blind)
 (:init (lying_on sofa plush_bear) (stowed_in toybox plush_dino) (lying_on dining_table schoolbag_mia) (stowed_in wardrobe schoolbag_leo)
  (lying_on sofa pizza_box) (lying_on dining_table tablet) (lying_on bunk_upper pyjamas)
  (lid_shut toybox) (lid_shut bin) (powered tv) (powered fan_heater) (made_up bunk_lower) (lowered blind_lounge) (crumbs_on sofa))
 (:goal (and (stowed_in bin pizza_box))))
