(define (problem mill_cottage_1) (:domain mill_cottage)
 (:objects kitchen parlour loft - room worktop dresser sofa chest - spot wood_stove range - stove fern geranium - plant
  cat_bowl dog_bowl - feeding_bowl mill_door garden_door - door blanket_wool blanket_tartan - blanket stew_pot - pot bread_knife paper_knife - portable)
 (:init (robot_in kitchen) (spot_of worktop kitchen) (spot_of dresser kitchen) (spot_of sofa parlour) (spot_of chest loft)
  (stands_in wood_stove parlour) (stands_in range kitchen) (stands_in fern parlour) (stands_in geranium kitchen) (stands_in cat_bowl kitchen) (stands_in dog_bowl kitchen)
  (stands_in mill_door kitchen) (stands_in garden_door parlour) (lit wood_stove) (dry fern) (empty cat_bowl) (unlocked mill_door)
  (rests_on blanket_wool sofa) (rests_on paper_knife sofa) (rests_on blanket_tartan chest) (folded blanket_tartan)
  (rests_on stew_pot worktop) (covered stew_pot) (rests_on bread_knife worktop))
 (:goal (and (not (dry fern)) (not (empty cat_bowl)))))
