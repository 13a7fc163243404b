(define (problem couples_bedroom_1)
  (:domain couples_bedroom)
  (:objects
    double_bed - sleeper
    nightstand_left nightstand_right armchair dresser_top - place
    wardrobe_his wardrobe_hers - closet
    dressing_gown blanket_wool blanket_cotton bath_towel - linen
    novel prayer_book reading_glasses - thing
    lamp_left lamp_right - lamp
    curtain_street curtain_garden - drape
    phone tablet - gadget)
  (:init
    (empty_handed)
    (has_door wardrobe_his) (has_door wardrobe_hers)
    (slid_open wardrobe_hers)
    (kept_on armchair dressing_gown) (kept_on armchair blanket_wool)
    (kept_on wardrobe_hers blanket_cotton) (kept_on double_bed bath_towel)
    (kept_on nightstand_left novel) (kept_on dresser_top prayer_book)
    (kept_on nightstand_right reading_glasses)
    (folded blanket_cotton)
    (drawn curtain_street)
    (dim lamp_right)
    (charging tablet))
  (:goal (and (made double_bed)))
)
