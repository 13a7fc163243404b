(define (problem escapeRoom1) (:domain escapeRoom)
  (:objects ironChest cedarCasket wallSafe - box brassKey skeletonKey - key cipherSheet treasureMap - clue magnifier - prop
    mantelpiece keyHook floorRug - spot leftLever rightLever - switch uvLamp chandelier - luminaire
    tilePuzzle dialPuzzle - puzzle crewDoor playerDoor - exit)
  (:init (handsFree) (fits brassKey cedarCasket) (fits brassKey ironChest) (fits skeletonKey wallSafe) (fits skeletonKey ironChest)
    (fastened cedarCasket) (stashed magnifier cedarCasket) (lying brassKey floorRug) (lying skeletonKey keyHook)
    (lying cipherSheet floorRug) (stashed treasureMap ironChest) (thrown leftLever) (illuminated uvLamp) (illuminated chandelier)
    (scrambled dialPuzzle) (sealed crewDoor))
  (:goal (and (stashed cipherSheet wallSafe))))
