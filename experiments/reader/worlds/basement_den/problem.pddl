(define (problem basement_den_1) (:domain basement_den)
 (:objects sofa coffee_table toy_chest shelf - furniture remote controller_red controller_black teddy comic novel headphones - thing
  blanket_wool blanket_fleece - blanket tv - screen lava_lamp floor_lamp ceiling_lamp - lamp vacuum - robot_cleaner blind - shade back_door - door)
 (:init (upon sofa comic) (upon sofa blanket_wool) (upon sofa controller_red) (upon coffee_table remote) (upon coffee_table novel)
  (upon coffee_table controller_black) (upon toy_chest headphones) (upon shelf teddy) (upon shelf blanket_fleece) (folded blanket_fleece)
  (off ceiling_lamp) (raised blind) (unlocked back_door) (grip_free))
 (:goal (docked vacuum)))
