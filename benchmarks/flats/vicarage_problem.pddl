(define (problem vicarage_sunday)
  (:domain vicarage)
  (:objects
    worktop dining_table desk mantelpiece - surface
    freezer oven bread_bin toy_chest - container
    coffee_machine record_player piano_lamp wall_lamp - device
    hall_curtain study_curtain - curtain
    bread ice_cream teddy_bear toy_train wine_glass water_glass hymn_book cookbook - item)
  (:init
    (arm_free)
    (switchable oven) (switchable coffee_machine) (switchable record_player)
    (switchable piano_lamp) (switchable wall_lamp)
    (active record_player) (active piano_lamp)
    (is_open bread_bin)
    (dishware wine_glass) (dishware water_glass)
    (soiled wine_glass) (soiled water_glass)
    (on_top bread worktop) (on_top ice_cream worktop)
    (on_top teddy_bear dining_table) (on_top wine_glass dining_table) (on_top cookbook dining_table)
    (on_top water_glass desk)
    (on_top hymn_book mantelpiece)
    (inside toy_train toy_chest))
  (:goal (and (inside ice_cream freezer) (not (is_open freezer)))))
