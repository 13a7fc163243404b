(define (problem kennel_cottage-1) (:domain kennel_cottage)
 (:objects rex bella - dog tibby smoke - cat
  kitchen yard barn - room front_gate meadow_gate - gate
  red_bowl steel_bowl blue_bowl - bowl water kibble - feed
  ball rope squeaky_duck squeaky_pig - toy wicker_crate plastic_crate - crate)
 (:init (inside kitchen rex) (inside yard bella) (inside kitchen tibby) (inside barn smoke)
  (hungry rex) (hungry tibby) (tangled bella) (tangled smoke)
  (leashed bella) (ajar front_gate)
  (empty red_bowl) (empty blue_bowl) (filled-with steel_bowl kibble)
  (lies ball kitchen) (lies rope yard) (lies squeaky_duck kitchen) (packed wicker_crate squeaky_pig)
  (arms-free))
 (:goal (and (not (hungry rex)) (packed wicker_crate ball))))
