; A garden on a dry morning: the front gate stands open, one sprayer is filled.
(define (problem dry-morning)
  (:domain garden)
  (:objects
    red_rose white_rose - rose
    cherry_tomato beef_tomato - tomato
    lavender_1 - lavender
    rose_bed vegetable_bed herb_bed - bed
    front_lawn back_lawn - lawn
    long_hose short_hose - hose
    green_sprayer blue_sprayer - sprayer
    lawn_mower - mower
    shears_1 - shears
    wall_tap yard_tap - tap
    tool_shed potting_shed - shed
    front_gate back_gate - gate)
  (:init
    (hands-free)
    (in lawn_mower tool_shed) (in shears_1 tool_shed) (in blue_sprayer potting_shed)
    (open front_gate) (locked tool_shed) (locked back_gate)
    (attached short_hose yard_tap)
    (covered herb_bed)
    (on yard_tap)
    (ripe cherry_tomato)
    (filled green_sprayer)
    (grows-in red_rose rose_bed) (grows-in white_rose rose_bed)
    (grows-in cherry_tomato vegetable_bed) (grows-in beef_tomato vegetable_bed)
    (grows-in lavender_1 herb_bed))
  (:goal (and (watered rose_bed) (watered vegetable_bed) (mown back_lawn) (not (on wall_tap)))))
