(define (problem gatehouse_evening)
  (:domain gatehouse)
  (:objects
    kitchen parlour bedroom - room
    kitchen_table coffee_table windowsill nightstand - surface
    fridge cupboard dishwasher wardrobe - container
    ceiling_lamp reading_lamp television - device
    milk butter red_mug blue_mug plate novel scarf coat - item)
  (:init
    (robot_in kitchen) (hand_empty) (has_sink kitchen)
    (located kitchen_table kitchen) (located fridge kitchen)
    (located cupboard kitchen) (located dishwasher kitchen)
    (located coffee_table parlour) (located windowsill parlour)
    (located ceiling_lamp parlour) (located television parlour)
    (located nightstand bedroom) (located wardrobe bedroom)
    (located reading_lamp bedroom)
    (on milk kitchen_table) (on blue_mug kitchen_table)
    (on red_mug coffee_table) (on plate coffee_table) (on novel coffee_table)
    (on scarf windowsill)
    (in butter fridge) (in coat wardrobe)
    (open wardrobe)
    (switched_on television)
    (washable red_mug) (washable blue_mug) (washable plate)
    (clean plate))
  (:goal (and (in milk fridge) (not (open fridge)))))
