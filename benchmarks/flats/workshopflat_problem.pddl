(define (problem workshopflat-afternoon)
  (:domain workshopflat)
  (:objects
    workshop hallway living-room - room
    workbench shelf coffee-table - surface
    fast-charger travel-charger - charger
    top-drawer middle-drawer bottom-drawer - drawer
    hammer soldering-iron small-screwdriver big-screwdriver - tool
    drill-battery camera-battery - battery
    radio toaster clock - gadget
    spare-key - portable
    bench-lamp hallway-lamp reading-lamp - lamp)
  (:init
    (robot-in living-room)
    (hands-free)
    (located workbench workshop)
    (located fast-charger workshop)
    (located top-drawer workshop)
    (located middle-drawer workshop)
    (located bottom-drawer workshop)
    (located bench-lamp workshop)
    (located shelf hallway)
    (located hallway-lamp hallway)
    (located coffee-table living-room)
    (located travel-charger living-room)
    (located reading-lamp living-room)
    (flat workbench)
    (flat shelf)
    (flat coffee-table)
    (repair-place workbench)
    (repairs soldering-iron radio)
    (repairs big-screwdriver toaster)
    (jammed bottom-drawer)
    (on hammer workbench)
    (on toaster workbench)
    (on drill-battery workbench)
    (on soldering-iron shelf)
    (on clock shelf)
    (on big-screwdriver coffee-table)
    (on radio coffee-table)
    (on camera-battery fast-charger)
    (in small-screwdriver top-drawer)
    (in spare-key middle-drawer)
    (open middle-drawer)
    (plugged-in fast-charger)
    (charged camera-battery)
    (lit hallway-lamp))
  (:goal (and (charged drill-battery))))
