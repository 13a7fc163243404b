(define (problem washday)
  (:domain tern_street_utility)
  (:objects
    wicker_hamper blue_basket ironing_board clothes_line top_shelf - rack
    wash_mach - washer
    tmbl_dryer - dryer
    airing_cupbd sink_cupbd - cupboard
    strip_light backdoor_light - light
    iron1 fan_heater - appliance
    lint_filter dehum_tank - trap
    shirt_tom shirt_lena towel_beach towel_small school_jumper apron - garment
    detergent peg_bag - item)
  (:init
    (contains wicker_hamper shirt_tom) (dirty shirt_tom) (creased shirt_tom)
    (contains wicker_hamper towel_beach) (dirty towel_beach)
    (contains wicker_hamper school_jumper) (dirty school_jumper)
    (contains wash_mach towel_small) (damp towel_small) (door_shut wash_mach)
    (contains tmbl_dryer shirt_lena) (creased shirt_lena)
    (contains ironing_board apron) (creased apron)
    (contains top_shelf detergent) (contains sink_cupbd peg_bag)
    (door_shut airing_cupbd)
    (presses iron1) (unplugged iron1)
    (full lint_filter) (full dehum_tank)
    (lit strip_light))
  (:goal (and (not (dirty shirt_tom)) (not (damp shirt_tom)))))
