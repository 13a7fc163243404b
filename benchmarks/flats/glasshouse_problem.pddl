(define (problem glasshouse-afternoon)
  (:domain glasshouse)
  (:objects
    conservatory kitchen - wet_room
    lounge study - room
    conservatory_floor wicker_table plant_stand lounge_sofa kitchen_island kitchen_windowsill writing_desk - spot
    toy_box garden_chest fridge - container
    lounge_window kitchen_window study_window roof_vent - window
    patio_door - door
    east_blind west_blind study_blind - blind
    ceiling_fan lounge_lamp desk_lamp radio - appliance
    lemon_tree big_fern small_fern orchid - plant
    watering_can - can
    secateurs - shears
    teddy_bear lemonade reading_glasses - small_thing)
  (:init
    (robot-in conservatory) (gripper-free)
    (located conservatory_floor conservatory) (located wicker_table conservatory) (located plant_stand conservatory)
    (located garden_chest conservatory) (located roof_vent conservatory) (located patio_door conservatory)
    (located east_blind conservatory) (located west_blind conservatory) (located ceiling_fan conservatory)
    (located lounge_sofa lounge) (located toy_box lounge) (located lounge_window lounge) (located lounge_lamp lounge)
    (located kitchen_island kitchen) (located kitchen_windowsill kitchen) (located fridge kitchen)
    (located kitchen_window kitchen) (located radio kitchen)
    (located writing_desk study) (located study_window study) (located study_blind study) (located desk_lamp study)
    (opened lounge_window) (opened kitchen_window) (opened patio_door)
    (lowered study_blind)
    (powered lounge_lamp) (powered desk_lamp) (powered radio)
    (watered orchid) (wiped study_window) (wiped kitchen_window)
    (at lemon_tree conservatory_floor) (at big_fern plant_stand) (at small_fern kitchen_windowsill) (at orchid writing_desk)
    (at watering_can wicker_table) (at reading_glasses wicker_table)
    (at secateurs kitchen_island) (at lemonade kitchen_island)
    (at teddy_bear lounge_sofa))
  (:goal (and (watered lemon_tree))))
