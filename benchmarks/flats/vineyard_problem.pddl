(define (problem vineyard-house)
  (:domain vineyard)
  (:objects
    kitchen cellar tasting_room guest_room terrace - room
    ingrid bruno mrs_hale - person
    kitchen_table terrace_table bar_counter guest_bed - surface
    fridge linen_cupboard - cabinet
    wine_rack - storage
    kitchen_window guest_window terrace_door - openable
    kitchen_lamp tasting_lamp terrace_lamp cellar_light coffee_machine - device
    rosemary_pot - plant
    kitchen_sink - sink
    riesling pinot_noir_1 pinot_noir_2 - bottle
    wine_glass_1 wine_glass_2 wine_glass_3 - glass
    blue_towel white_towel cheese_board corkscrew - item)
  (:init
    (robot-in kitchen) (hand-free)
    (person-in ingrid kitchen) (person-in bruno tasting_room) (person-in mrs_hale terrace)
    (located kitchen_table kitchen) (located terrace_table terrace) (located bar_counter tasting_room) (located guest_bed guest_room)
    (located fridge kitchen) (located linen_cupboard guest_room) (located wine_rack cellar)
    (located kitchen_window kitchen) (located guest_window guest_room) (located terrace_door terrace)
    (located kitchen_lamp kitchen) (located tasting_lamp tasting_room) (located terrace_lamp terrace) (located cellar_light cellar)
    (located coffee_machine kitchen)
    (located rosemary_pot terrace) (located terrace) (located kitchen_sink kitchen)
    (open wine_rack) (open kitchen_window) (open guest_window)
    (switched-on kitchen_lamp) (switched-on tasting_lamp) (switched-on cellar_light)
    (dry rosemary_pot)
    (in riesling wine_rack) (in pinot_noir_1 wine_rack) (in pinot_noir_2 wine_rack)
    (on wine_glass_1 terrace_table) (on wine_glass_2 terrace_table) (on wine_glass_3 bar_counter)
    (dirty wine_glass_1) (dirty wine_glass_2)
    (in blue_towel linen_cupboard) (in white_towel linen_cupboard)
    (in cheese_board fridge) (on corkscrew kitchen_table))
  (:goal (and (switched-on terrace_lamp))))
