(define (problem vet_house_1) (:domain vet_house)
 (:objects worktop sofa bookshelf wash_basket medicine_chest - place
  worming_tablets lead_red lead_blue anatomy_book cookbook stethoscope - item
  tea_towel bath_towel - textile
  piano_lamp floor_lamp porch_lamp - lamp front_door dog_flap - entry dog_bowl cat_bowl - bowl)
 (:init (gripper_free) (rests_at worming_tablets worktop) (rests_at lead_red sofa) (rests_at lead_blue bookshelf)
  (rests_at anatomy_book sofa) (rests_at cookbook bookshelf) (rests_at stethoscope worktop)
  (rests_at tea_towel worktop) (rests_at bath_towel sofa) (soiled tea_towel)
  (off piano_lamp) (ajar front_door) (full dog_bowl))
 (:goal (full cat_bowl)))
