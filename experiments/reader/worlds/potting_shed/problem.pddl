(define (problem potting_shed-1)
  (:domain potting_shed)
  (:objects
    shed lawn greenhouse - area
    rack barrow slab - holder
    spade rake trowel gloves - gear
    can_red can_tin - can
    peas marigolds - seed
    pot_clay pot_blue - pot
    roses beans - bed
    hens rabbit - animal
    gate_lane gate_coop - gate
    lantern_shed lantern_path - lantern)
  (:init
    (bot-at shed)
    (stands rack shed) (stands barrow lawn) (stands slab greenhouse)
    (grows roses lawn) (grows beans greenhouse)
    (lives hens lawn) (lives rabbit shed)
    (contains rack spade) (contains barrow rake) (contains slab trowel)
    (contains barrow gloves) (contains rack can_red) (contains slab can_tin)
    (full can_tin)
    (dry roses) (dry beans) (weedy roses)
    (sown marigolds pot_blue)
    (vacant pot_clay)
    (bolted gate_lane)
    (burning lantern_path))
  (:goal (and (not (dry roses)))))
