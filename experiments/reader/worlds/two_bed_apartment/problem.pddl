(define (problem two_bed_apartment_1) (:domain two_bed_apartment)
 (:objects plate_white plate_blue cup mug - dish leftovers milk cushion - portable
  dishwasher microwave fridge cupboard - storage dining_table worktop sofa - surface balcony_door - door
  fern cactus - plant lamp_master lamp_guest - lamp tv - device)
 (:init (on_top plate_white dining_table) (on_top milk dining_table) (stored_in plate_blue dishwasher) (on_top cup worktop)
  (stored_in mug cupboard) (stored_in leftovers fridge) (on_top cushion sofa) (soiled plate_white) (soiled cup)
  (door_open dishwasher) (door_open balcony_door) (machine dishwasher) (machine microwave) (screen tv) (running tv)
  (glowing lamp_guest) (watered cactus) (arm_idle))
 (:goal (and (watered fern))))
