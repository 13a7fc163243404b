(define (problem veranda-1) (:domain veranda-house)
 (:objects veranda kitchen living_room shed lawn - spot
  fern basil geranium_red geranium_white - plant
  watering_can - can
  dog_bowl birdbath_dish - bowl
  ball frisbee - toy
  cushion_blue cushion_striped - cloth
  parasol - shade
  veranda_door shed_door - door)
 (:init (robot_at living_room) (gripper_free)
  (standing_at fern living_room) (standing_at basil kitchen)
  (standing_at geranium_red veranda) (standing_at geranium_white veranda)
  (watered basil) (watered geranium_white)
  (standing_at watering_can shed) (standing_at dog_bowl kitchen)
  (standing_at birdbath_dish lawn) (filled birdbath_dish)
  (standing_at ball lawn) (standing_at frisbee shed)
  (standing_at cushion_blue lawn) (standing_at cushion_striped veranda)
  (opened_up parasol) (shade_spot parasol veranda)
  (door_open veranda_door) (door_spot veranda_door living_room) (door_spot veranda_door veranda)
  (door_spot shed_door lawn) (tap_spot kitchen) )
 (:goal (and (watered fern))))
