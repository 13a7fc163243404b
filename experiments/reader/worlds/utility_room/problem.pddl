(define (problem utility-room-1)
 (:domain utility-room)
 (:objects
  washing_machine - washer
  linen_cupboard tool_locker - closed_place
  basket_wicker basket_plastic ironing_board floor shelf - open_place
  shirt_white shirt_striped trousers jumper towel - garment
  bowl_cat bowl_dog - bowl
  detergent broom torch bucket - gear)
 (:init
  (contents basket_wicker shirt_white) (contents ironing_board shirt_striped)
  (contents basket_wicker trousers) (contents floor jumper) (contents linen_cupboard towel)
  (contents floor bowl_cat) (contents floor bowl_dog)
  (contents shelf detergent) (contents tool_locker broom) (contents shelf torch) (contents floor bucket)
  (door_shut linen_cupboard) (door_shut washing_machine)
  (soiled shirt_white) (soiled jumper)
  (ironed towel)
  (filled bowl_dog)
  (heater_on) (iron_hot) (catflap_locked))
 (:goal (contents washing_machine jumper)))
