(define (problem harbourhouse-1)
  (:domain harbourhouse)
  (:objects
    shop storeroom kitchen sitting_room attic - room
    morwenna jory grandad - person
    red blue - colour
    open_side closed_side - side
    shop_counter display_shelf workbench kitchen_table windowsill attic_desk - surface
    till larder toy_chest - container
    shop_door back_door - door
    kitchen_window attic_window - window
    shop_shutter - shutter
    shop_lamp sitting_room_lamp attic_lamp - lamp
    coffee_machine radio - machine
    shop_bin kitchen_bin - bin
    kitchen_sink - basin
    shop_sign - sign
    key_ring - key
    broom_1 - broom
    mug_1 mug_2 - dish
    binoculars_1 binoculars_2 parcel fish_pie kite cash_bag - stuff)
  (:init
    (robot_at kitchen) (free_hand)
    (way shop storeroom) (way storeroom shop)
    (way shop kitchen) (way kitchen shop)
    (way kitchen sitting_room) (way sitting_room kitchen)
    (way sitting_room attic) (way attic sitting_room)
    (person_in morwenna shop) (person_in jory attic) (person_in grandad sitting_room)
    (fixed_in shop_counter shop) (fixed_in display_shelf shop) (fixed_in workbench storeroom)
    (fixed_in kitchen_table kitchen) (fixed_in windowsill sitting_room) (fixed_in attic_desk attic)
    (fixed_in till shop) (fixed_in larder kitchen) (fixed_in toy_chest attic)
    (fixed_in shop_door shop) (fixed_in back_door storeroom)
    (fixed_in kitchen_window kitchen) (fixed_in attic_window attic) (fixed_in shop_shutter shop)
    (fixed_in shop_lamp shop) (fixed_in sitting_room_lamp sitting_room) (fixed_in attic_lamp attic)
    (fixed_in coffee_machine kitchen) (fixed_in radio sitting_room)
    (fixed_in shop_bin shop) (fixed_in kitchen_bin kitchen)
    (fixed_in kitchen_sink kitchen) (fixed_in shop_sign shop)
    (can_open till) (can_open larder) (can_open toy_chest)
    (can_open shop_door) (can_open back_door)
    (can_open kitchen_window) (can_open attic_window) (can_open shop_shutter)
    (fits key_ring till) (fits key_ring shop_door) (fits key_ring back_door)
    (locked till)
    (opened back_door) (opened attic_window) (opened shop_shutter) (opened toy_chest)
    (powered shop_lamp) (powered sitting_room_lamp) (powered radio)
    (full shop_bin) (full kitchen_bin)
    (swept kitchen) (swept sitting_room)
    (sign_shows shop_sign open_side)
    (thing_at key_ring kitchen_table) (thing_at fish_pie kitchen_table)
    (thing_at broom_1 workbench)
    (thing_at mug_1 attic_desk) (thing_at kite attic_desk)
    (thing_at mug_2 windowsill)
    (thing_at binoculars_1 shop_counter) (thing_at parcel shop_counter) (thing_at cash_bag shop_counter)
    (thing_at binoculars_2 toy_chest)
    (dirty mug_1)
    (coloured mug_1 red) (coloured mug_2 blue)
    (owner mug_1 morwenna) (owner mug_2 grandad)
    (owner binoculars_1 grandad) (owner binoculars_2 jory) (owner kite jory))
  (:goal (and (thing_at fish_pie larder))))
