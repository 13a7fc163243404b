(define (problem morning)
  (:domain houseboat)
  (:objects
    galley saloon cabin deck - room
    table bunk bench shelf - surface
    sink - basin
    sea_chest icebox basket - locker
    fore_hatch aft_hatch - hatch
    radio heater bilge_pump - appliance
    kettle bucket thermos tin_mug china_mug - vessel
    wool_blanket red_towel blue_towel - cloth
    loaf cheese salami - food
    compass binoculars chart - gear
    bow_lantern stern_lantern - lamp)
  (:init
    (robot-in saloon) (hand-free)
    (located table saloon) (located bunk cabin) (located bench deck) (located shelf galley)
    (located sink galley) (located sea_chest cabin) (located icebox galley) (located basket saloon)
    (located fore_hatch deck) (located aft_hatch cabin)
    (located radio saloon) (located heater cabin) (located bilge_pump deck)
    (on kettle shelf) (on bucket bench) (in thermos basket) (on tin_mug table) (on china_mug shelf)
    (on wool_blanket bunk) (on red_towel bench) (on blue_towel bench)
    (on loaf table) (in cheese icebox) (on salami table)
    (on compass table) (in binoculars sea_chest) (on chart bunk)
    (on bow_lantern bench) (on stern_lantern shelf)
    (open basket) (open fore_hatch) (bolted aft_hatch) (running radio) (lit bow_lantern)
    (filled bucket) (filled thermos) (washed china_mug))
  (:goal (and)))
