(define (problem shorehouse-morning)
  (:domain shorehouse)
  (:objects
    kitchen playroom nursery porch - room
    mum isla finn - person
    left_gripper right_gripper - gripper
    kitchen_table porch_bench nursery_shelf - surface
    toy_box beach_bag washing_basket - basket
    fridge snack_cupboard - cupboard
    nursery_window kitchen_window - window
    porch_door - door
    stair_gate - gate
    night_light porch_light playroom_tv washing_machine - device
    kitchen_tap - tap
    blue_beaker pink_beaker - beaker
    red_bucket yellow_bucket - bucket
    teddy - toy
    sun_cream scissors juice beach_towel - item)
  (:init
    (robot-at kitchen) (free left_gripper) (free right_gripper)
    (whereabouts mum kitchen) (whereabouts isla playroom) (whereabouts finn nursery)
    (fixed-in kitchen_table kitchen) (fixed-in porch_bench porch) (fixed-in nursery_shelf nursery)
    (fixed-in toy_box playroom) (fixed-in beach_bag porch) (fixed-in washing_basket kitchen)
    (fixed-in fridge kitchen) (fixed-in snack_cupboard kitchen)
    (fixed-in nursery_window nursery) (fixed-in kitchen_window kitchen)
    (fixed-in porch_door porch) (fixed-in stair_gate playroom)
    (fixed-in night_light nursery) (fixed-in porch_light porch)
    (fixed-in playroom_tv playroom) (fixed-in washing_machine kitchen) (fixed-in kitchen_tap kitchen)
    (opened snack_cupboard) (opened nursery_window) (opened porch_door) (opened stair_gate)
    (running porch_light) (running playroom_tv)
    (sandy porch) (sandy kitchen)
    (on-top blue_beaker kitchen_table) (inside pink_beaker toy_box)
    (on-top red_bucket porch_bench) (on-top yellow_bucket porch_bench)
    (on-top teddy porch_bench) (on-top beach_towel porch_bench)
    (on-top sun_cream nursery_shelf) (on-top juice kitchen_table)
    (held-by scissors finn))
  (:goal (and (inside juice fridge))))
