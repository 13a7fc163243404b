(define (problem lakecabin_evening)
  (:domain lakecabin)
  (:objects
    rover - robot
    main_room bunk_room porch jetty woodshed - place
    firewood_birch firewood_pine axe paddle_long paddle_short life_vest fishing_net - item
    water_can_big water_can_small - can
    lantern_red lantern_blue lantern_green - lantern
    stove - stove
    rowboat - boat
    shutter_north shutter_south - shutter
    bunk_upper bunk_lower - bunk)
  (:init
    (at rover main_room)
    (free rover)
    (path main_room bunk_room) (path bunk_room main_room)
    (path main_room porch) (path porch main_room)
    (path porch jetty) (path jetty porch)
    (path porch woodshed) (path woodshed porch)
    (near stove main_room)
    (near rowboat jetty)
    (near shutter_north main_room)
    (near shutter_south bunk_room)
    (near bunk_upper bunk_room)
    (near bunk_lower bunk_room)
    (water_at jetty)
    (burnable firewood_birch)
    (burnable firewood_pine)
    (lies firewood_birch woodshed)
    (lies firewood_pine woodshed)
    (lies axe porch)
    (lies fishing_net porch)
    (lies paddle_long porch)
    (lies water_can_small porch)
    (lies paddle_short jetty)
    (lies life_vest bunk_room)
    (lies water_can_big main_room)
    (lies lantern_red main_room)
    (lies lantern_green main_room)
    (lies lantern_blue bunk_room)
    (lit lantern_red)
    (lit lantern_blue)
    (open shutter_north)
    (open shutter_south)
    (full water_can_small)
    (tied rowboat))
  (:goal (and (lit stove))))
