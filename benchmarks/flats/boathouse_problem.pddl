(define (problem regatta-day)
  (:domain boathouse)
  (:objects
    boat_hall jetty clubroom changing_room - area
    boat_rack trestles window_seat - stand
    peg_rail oar_hooks - hanger
    slipway_gate side_door - door
    kit_locker trophy_case medicine_chest - cupboard
    dehumidifier tea_urn floodlight - device
    flagpole - mast
    skiff canoe - boat
    red_kayak blue_kayak - kayak
    long_oar short_oar - oar
    orange_vest yellow_vest - vest
    mooring_rope tow_rope - rope
    silver_trophy bronze_trophy - trophy
    club_flag storm_flag - flag
    fender buoy - float
    bandages sponge - supply)
  (:init
    (agent-at clubroom) (unladen)
    (stands boat_rack boat_hall) (stands trestles jetty) (stands window_seat clubroom)
    (stands peg_rail changing_room) (stands oar_hooks boat_hall)
    (stands slipway_gate boat_hall) (stands side_door changing_room)
    (stands kit_locker changing_room) (stands trophy_case clubroom) (stands medicine_chest clubroom)
    (stands dehumidifier boat_hall) (stands tea_urn clubroom) (stands floodlight jetty)
    (stands flagpole jetty)
    (rests-on skiff boat_rack) (rests-on canoe boat_rack) (rests-on blue_kayak boat_rack) (rests-on red_kayak trestles)
    (hangs-on long_oar oar_hooks) (rests-on short_oar trestles)
    (rests-on orange_vest window_seat) (rests-on yellow_vest trestles)
    (hangs-on mooring_rope peg_rail) (rests-on tow_rope boat_rack)
    (rests-on silver_trophy window_seat) (lies-in bronze_trophy trophy_case)
    (lies-in club_flag kit_locker) (hoisted storm_flag)
    (rests-on fender trestles) (lies-in buoy kit_locker)
    (rests-on bandages window_seat) (rests-on sponge boat_rack)
    (shut slipway_gate) (padlocked slipway_gate) (shut trophy_case)
    (plugged dehumidifier) (plugged tea_urn)
    (inflated buoy))
  (:goal (and)))
