(define (problem spare-room-1) (:domain spare-room)
  (:objects spare_room bathroom - room bedside_table chest_of_drawers window_sill linen_basket - spot
    bed_left bed_right - bed bath_towel hand_towel guest_book phrase_book - item carafe hot_water_bottle - vessel
    window_curtain shower_curtain - curtain alarm_clock cuckoo_clock - clock oil_heater - heater)
  (:init (here spare_room) (free_hand) (has_tap bathroom)
    (belongs bedside_table spare_room) (belongs chest_of_drawers spare_room) (belongs window_sill spare_room)
    (belongs bed_left spare_room) (belongs bed_right spare_room) (belongs linen_basket bathroom)
    (hangs window_curtain spare_room) (hangs shower_curtain bathroom)
    (fixed_clock alarm_clock spare_room) (fixed_clock cuckoo_clock spare_room) (fixed_heater oil_heater spare_room)
    (at_spot bath_towel bed_left) (at_spot hand_towel linen_basket) (at_spot guest_book chest_of_drawers) (at_spot phrase_book window_sill)
    (at_spot carafe bedside_table) (at_spot hot_water_bottle bed_right)
    (empty carafe) (bare bed_left) (drawn shower_curtain) (stopped alarm_clock))
  (:goal (and (not (bare bed_left)) (not (empty carafe)) (warm oil_heater))))
