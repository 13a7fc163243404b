(define (problem lockkeepers_house_day)
  (:domain lockkeepers_house)
  (:objects
    kitchen parlour landing - room
    bot - robot
    kitchen_table mantelpiece windowsill - furniture
    sea_chest dresser_drawer - box
    blue_mug white_mug tobacco_tin logbook windlass - item
    george_boots tilly_boots - boots
    kitchen_lamp parlour_lamp landing_lamp - lamp
    parlour_clock - clock
    kitchen_curtain parlour_curtain - curtain
    red_flag green_flag - flag)
  (:init
    (at bot kitchen) (free bot)
    (adjoins kitchen parlour) (adjoins parlour kitchen)
    (adjoins parlour landing) (adjoins landing parlour)
    (at kitchen_table kitchen) (at mantelpiece parlour) (at windowsill landing)
    (at sea_chest landing) (at dresser_drawer parlour)
    (open kitchen_table) (open mantelpiece) (open windowsill) (open dresser_drawer)
    (at blue_mug kitchen_table) (at white_mug mantelpiece)
    (at tobacco_tin dresser_drawer) (at logbook windowsill)
    (at windlass kitchen_table)
    (at george_boots kitchen_table) (at tilly_boots sea_chest)
    (polished tilly_boots)
    (at kitchen_lamp kitchen) (at parlour_lamp parlour) (at landing_lamp landing)
    (lit kitchen_lamp) (lit landing_lamp)
    (at parlour_clock parlour)
    (at kitchen_curtain kitchen) (at parlour_curtain parlour)
    (drawn kitchen_curtain)
    (at red_flag landing) (at green_flag landing)
    (hoisted red_flag))
  (:goal (and (wound parlour_clock) (at logbook kitchen_table))))
