(define (problem afternoon)
  (:domain playroom)
  (:objects toyShelf rug lowTable - spot
            woodenChest brickTub - lidded
            bricks fireEngine jigsaw - toy
            bunny teddy - plush
            bigBall softBall - ball
            mia tom yusuf - kid
            cdPlayer nightLight - gadget)
  (:init (handsEmpty)
         (lidDown woodenChest)
         (isOn bricks rug) (isOn fireEngine woodenChest) (isOn jigsaw toyShelf)
         (isOn bunny rug) (isOn bigBall rug) (isOn softBall woodenChest)
         (playsWith mia teddy) (occupied mia)
         (napping yusuf) (smocked tom)
         (sanitised jigsaw)
         (active cdPlayer))
  (:goal (and (napping tom))))
