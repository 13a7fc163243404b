(define (problem saffron_galley_supper)
  (:domain saffron_galley)
  (:objects
    cook_end dining_end - zone
    worktop draining_rack dining_table trolley - top
    the_dishwasher - dishwasher
    the_oven - oven
    the_fridge - fridge
    ring_front ring_back - ring
    steel_kettle - kettle
    plate_green plate_white plate_gold - plate
    cup-1 cup-2 - cup
    clay_casserole - casserole
    frying_pan - pan
    lasagne trout - food
    milk - drink
    newspaper - paper)
  (:init
    (by cook_end) (idle-hand)
    (top-at worktop cook_end) (top-at draining_rack cook_end)
    (top-at dining_table dining_end) (top-at trolley dining_end)
    (fixture-at the_dishwasher cook_end) (fixture-at the_oven cook_end) (fixture-at the_fridge cook_end)
    (fixture-at ring_front cook_end) (fixture-at ring_back cook_end) (fixture-at steel_kettle cook_end)
    (heats the_oven) (heats ring_front) (heats ring_back)
    (upon plate_green dining_table) (upon plate_gold dining_table) (upon plate_white worktop)
    (upon cup-1 trolley) (contains the_dishwasher cup-2)
    (upon clay_casserole draining_rack) (upon frying_pan worktop)
    (contains the_fridge lasagne) (upon trout worktop)
    (upon milk dining_table) (upon newspaper dining_table)
    (dirty plate_green) (dirty plate_gold) (dirty cup-1) (dirty cup-2)
    (raw lasagne) (raw trout)
    (open the_dishwasher)
    (hot ring_front)
    (empty steel_kettle))
  (:goal (and (contains the_fridge milk)))
)
