(define (problem hk1) (:domain household-kitchen)
 (:objects red-mug blue-mug saucepan - vessel milk ham loaf jam-jar - foodstuff fridge pantry - enclosure
  countertop dining-table - worktop hob pantry-luminaire extractor-fan water-boiler - appliance feline - animal)
 (:init (loc-of red-mug countertop) (loc-of blue-mug dining-table) (loc-of saucepan countertop) (loc-of milk dining-table) (loc-of ham countertop)
  (loc-of loaf pantry) (loc-of jam-jar dining-table) (latched pantry) (ajar fridge) (energized hob) (energized extractor-fan) (effector-free) (sanitized red-mug))
 (:goal (and (loc-of milk fridge))))
