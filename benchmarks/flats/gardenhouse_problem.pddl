(define (problem gardenhouse-1)
  (:domain gardenhouse)
  (:objects
    kitchen living_room bedroom hallway terrace front_garden back_garden shed greenhouse - place
    front_door terrace_door shed_door greenhouse_door - door
    kitchen_window living_room_window bedroom_window - window
    bedroom_lamp hallway_lamp terrace_lamp - lamp
    lawn_sprinkler - sprinkler
    kitchen_table fridge terrace_table shed_shelf shed_floor washing_line sofa - spot
    rosebush hedge - shrub
    tomato_plants herbs - bed
    front_lawn back_lawn - lawn
    green_can red_can - watering-can
    blue_cushion yellow_cushion - cushion
    towel1 towel2 - towel
    shears - trimmer
    lawnmower - mower
    tomatoes - crop
    grain - feed
    straw_hat - hat
    hens - animal)
  (:init
    (robot-at living_room) (hand-free)
    (connected kitchen hallway) (connected hallway kitchen)
    (connected living_room hallway) (connected hallway living_room)
    (connected bedroom hallway) (connected hallway bedroom)
    (connected kitchen living_room) (connected living_room kitchen)
    (connected terrace back_garden) (connected back_garden terrace)
    (connected front_garden back_garden) (connected back_garden front_garden)
    (leads front_door hallway front_garden) (leads front_door front_garden hallway)
    (leads terrace_door living_room terrace) (leads terrace_door terrace living_room)
    (leads shed_door back_garden shed) (leads shed_door shed back_garden)
    (leads greenhouse_door back_garden greenhouse) (leads greenhouse_door greenhouse back_garden)
    (opening-at front_door hallway) (opening-at front_door front_garden)
    (opening-at terrace_door living_room) (opening-at terrace_door terrace)
    (opening-at shed_door back_garden) (opening-at shed_door shed)
    (opening-at greenhouse_door back_garden) (opening-at greenhouse_door greenhouse)
    (opening-at kitchen_window kitchen) (opening-at living_room_window living_room)
    (opening-at bedroom_window bedroom)
    (open terrace_door) (open greenhouse_door) (open kitchen_window) (open bedroom_window)
    (device-at bedroom_lamp bedroom) (device-at hallway_lamp hallway)
    (device-at terrace_lamp terrace) (device-at lawn_sprinkler back_garden)
    (switched-on bedroom_lamp) (switched-on lawn_sprinkler)
    (spot-at kitchen_table kitchen) (spot-at fridge kitchen) (spot-at terrace_table terrace)
    (spot-at shed_shelf shed) (spot-at shed_floor shed) (spot-at washing_line back_garden)
    (spot-at sofa living_room)
    (at-spot green_can shed_shelf) (at-spot red_can terrace_table)
    (at-spot blue_cushion sofa) (at-spot yellow_cushion terrace_table)
    (at-spot towel1 washing_line) (at-spot towel2 terrace_table)
    (at-spot shears shed_shelf) (at-spot lawnmower shed_floor) (at-spot grain shed_floor)
    (at-spot straw_hat kitchen_table)
    (clean blue_cushion) (clean yellow_cushion) (clean towel1) (clean towel2)
    (clean lawnmower) (clean grain) (clean straw_hat)
    (water-source kitchen) (water-source back_garden)
    (plant-at rosebush front_garden) (plant-at hedge front_garden)
    (plant-at tomato_plants greenhouse) (plant-at herbs back_garden)
    (watered herbs) (trimmed rosebush)
    (grows-on tomatoes tomato_plants)
    (lawn-at front_lawn front_garden) (lawn-at back_lawn back_garden)
    (mown back_lawn)
    (animal-at hens back_garden) (eats hens grain))
  (:goal (and (fed hens))))
