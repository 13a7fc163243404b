(define (problem flat_over_cobblers_morning)
  (:domain flat_over_cobblers)
  (:objects
    kitchen parlour landing shop - room
    agnes ravi - person
    kitchen_table kitchen_cupboard parlour_table window_sill shop_counter coat_pegs - holder
    shop_door - door
    parlour_window kitchen_window - window
    parlour_lamp landing_lamp shop_lamp tv - appliance
    cup_green cup_yellow plate - crockery
    umbrella_black umbrella_spotted - umbrella
    newspaper ledger - paper
    fern geranium - plant)
  (:init
    (robot-in kitchen) (grip-free)
    (linked kitchen landing) (linked landing kitchen)
    (linked parlour landing) (linked landing parlour)
    (linked shop landing) (linked landing shop)
    (person-in agnes parlour) (person-in ravi shop)
    (has-tap kitchen) (has-door kitchen_cupboard)
    (stands-in kitchen_table kitchen) (stands-in kitchen_cupboard kitchen) (stands-in kitchen_window kitchen)
    (stands-in parlour_table parlour) (stands-in window_sill parlour) (stands-in parlour_window parlour)
    (stands-in parlour_lamp parlour) (stands-in tv parlour)
    (stands-in coat_pegs landing) (stands-in landing_lamp landing)
    (stands-in shop_counter shop) (stands-in shop_door shop) (stands-in shop_lamp shop)
    (grows-in fern parlour) (grows-in geranium shop)
    (holds kitchen_table cup_green) (holds kitchen_table plate)
    (holds parlour_table ledger)
    (holds coat_pegs umbrella_black)
    (holds shop_counter umbrella_spotted) (holds shop_counter newspaper)
    (has agnes cup_yellow)
    (dirty plate) (dirty cup_yellow)
    (closed kitchen_cupboard) (closed shop_door) (closed kitchen_window)
    (locked shop_door)
    (off parlour_lamp) (off shop_lamp)
    (thirsty fern))
  (:goal (and (has agnes newspaper) (not (thirsty fern)))))
