(define (problem canalboat-home)
  (:domain canalboat)
  (:objects
    deck wheelhouse galley saloon front_cabin back_cabin bathroom - room
    noor joris pim grandma - person
    wheelhouse_door front_cabin_door back_cabin_door - door
    galley_window saloon_port_window saloon_starboard_window - window
    fridge cupboard bin toy_chest - container
    galley_counter saloon_table deck_bench back_cabin_shelf - surface
    galley_sink - sink
    saloon_lamp reading_lamp deck_light - lamp
    saloon_heater bathroom_heater - heater
    radio - radio-set
    bilge_pump - pump
    red_mug blue_mug - mug
    milk juice - drink
    storybook logbook - book
    geranium basil - plant
    noors_raincoat pims_raincoat - raincoat
    teddy - toy
    binoculars - instrument)
  (:init
    (robot-in saloon) (hand-free)
    (person-in noor deck) (person-in joris wheelhouse) (person-in pim front_cabin) (person-in grandma saloon)
    (passage saloon galley) (passage galley saloon)
    (passage saloon wheelhouse) (passage wheelhouse saloon)
    (passage saloon bathroom) (passage bathroom saloon)
    (door-between wheelhouse_door wheelhouse deck) (door-between wheelhouse_door deck wheelhouse)
    (door-between front_cabin_door saloon front_cabin) (door-between front_cabin_door front_cabin saloon)
    (door-between back_cabin_door saloon back_cabin) (door-between back_cabin_door back_cabin saloon)
    (located wheelhouse_door wheelhouse) (located wheelhouse_door deck)
    (located front_cabin_door saloon) (located front_cabin_door front_cabin)
    (located back_cabin_door saloon) (located back_cabin_door back_cabin)
    (located galley_window galley)
    (located saloon_port_window saloon) (located saloon_starboard_window saloon)
    (located fridge galley) (located cupboard galley) (located bin galley) (located toy_chest front_cabin)
    (located galley_counter galley) (located saloon_table saloon)
    (located deck_bench deck) (located back_cabin_shelf back_cabin)
    (located galley_sink galley)
    (located saloon_lamp saloon) (located reading_lamp back_cabin) (located deck_light deck)
    (located saloon_heater saloon) (located bathroom_heater bathroom)
    (located radio galley) (located bilge_pump wheelhouse)
    (opened back_cabin_door) (opened galley_window) (opened saloon_starboard_window) (opened toy_chest)
    (locked wheelhouse_door)
    (switched-on saloon_lamp) (switched-on deck_light) (switched-on saloon_heater) (switched-on radio)
    (wiped deck_bench) (wiped back_cabin_shelf)
    (dirty red_mug) (dirty blue_mug)
    (watered basil)
    (item-on red_mug saloon_table) (item-on milk saloon_table) (item-on logbook saloon_table)
    (item-on pims_raincoat saloon_table)
    (item-on blue_mug galley_counter) (item-on basil galley_counter)
    (item-on geranium deck_bench) (item-on noors_raincoat deck_bench) (item-on binoculars deck_bench)
    (item-on storybook back_cabin_shelf) (item-on teddy back_cabin_shelf)
    (item-in juice fridge)
    (belongs-to noors_raincoat noor) (belongs-to pims_raincoat pim) (belongs-to teddy pim))
  (:goal (and (item-in milk fridge) (not (dirty red_mug)))))
