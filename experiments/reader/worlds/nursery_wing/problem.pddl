(define (problem nursery_wing_1)
  (:domain nursery_wing)
  (:objects
    bedroom playroom - room
    cot toy_chest hamper dresser - holder
    bear_brown bear_white ball - toy
    blanket onesie - garment
    bottle - feeding
    nightlight ceiling_lamp baby_monitor humidifier - gadget
    gate_stairs gate_kitchen - gate)
  (:init
    (robot_in playroom) (arms_free)
    (reach cot bedroom) (reach dresser bedroom) (reach bedroom bedroom)
    (reach toy_chest playroom) (reach hamper playroom) (reach playroom playroom)
    (at_place bear_brown playroom) (at_place bear_white cot) (at_place ball playroom)
    (at_place blanket dresser) (at_place onesie cot)
    (at_place bottle playroom)
    (soiled onesie)
    (found_in nightlight bedroom) (found_in ceiling_lamp bedroom)
    (found_in baby_monitor bedroom) (found_in humidifier playroom)
    (active ceiling_lamp) (active humidifier)
    (latched gate_kitchen))
  (:goal (and (at_place bear_brown cot))))
