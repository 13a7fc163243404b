(define (problem bakery_upstairs_noon)
  (:domain bakery_upstairs)
  (:objects
    stair_lamp kitchen_lamp bedside_lamp - lamp
    shop_door flat_door - door
    big_bed cot - cot-or-bed
    breakfast_table balcony_table - dining
    counter stool - spot
    cat canary - pet
    white_apron striped_apron jug - washable
    rolling_pin flour_bag ledger - thing
    bread_bin hamper - bin)
  (:init
    (unlit stair_lamp) (unlit bedside_lamp)
    (unlocked shop_door)
    (unmade big_bed) (unmade cot)
    (unset breakfast_table) (unset balcony_table)
    (unfed cat) (unfed canary)
    (unwashed white_apron) (unwashed jug)
    (unopened hamper)
    (unladen)
    (upon white_apron stool) (within striped_apron hamper)
    (upon jug counter) (upon flour_bag counter)
    (upon rolling_pin breakfast_table) (upon ledger balcony_table))
  (:goal (and (not (unfed cat)) (not (unmade cot)))))
