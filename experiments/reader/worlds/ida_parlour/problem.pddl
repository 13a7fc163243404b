(define (problem ida_parlour_p) (:domain ida_parlour)
  (:objects lh rh - hnd
    aunt_ida uncle_ben - folk polly - bird
    settee side_tbl mantel - top cab_l cab_r - cab lmp_1 lmp_2 - lmp
    clk_mantel clk_cuckoo - clock
    specs_gold specs_horn pill_box - thing
    cup_rose cup_plain - drinkware
    shawl_blk shawl_red nightcap - apparel)
  (:init (bot-at settee) (vacant lh) (vacant rh)
    (item-on specs_gold mantel) (item-near specs_horn lmp_1)
    (item-in pill_box cab_l) (item-in cup_rose cab_r) (item-on cup_plain side_tbl)
    (item-on shawl_blk settee) (item-in shawl_red cab_l) (has-on uncle_ben nightcap)
    (shut cab_l) (glowing lmp_1) (wound clk_mantel)
    (near-to lmp_1 settee) (near-to lmp_2 mantel)
    (soul-at aunt_ida settee) (soul-at uncle_ben mantel) (soul-at polly side_tbl)
    (prop aunt_ida specs_gold) (prop uncle_ben specs_horn) (prop uncle_ben pill_box)
    (prop aunt_ida cup_rose) (prop uncle_ben cup_plain)
    (prop aunt_ida shawl_blk) (prop aunt_ida shawl_red) (prop uncle_ben nightcap))
  (:goal (and (given-to specs_gold aunt_ida) (wound clk_cuckoo))))
