(define (problem teen-bedroom-1) (:domain teen-bedroom)
  (:objects hoodie_grey hoodie_black - garment school_book comic_book gym_bag school_bag water_bottle - item
    desk floor beanbag - place bed - bed top_drawer bottom_drawer - drawer
    desk_lamp fairy_lights - lamp tv - screen phone_charger laptop_charger hair_straightener - gadget window_blind - blind)
  (:init (reachable desk) (reachable floor) (reachable beanbag) (reachable bed) (reachable bottom_drawer) (pulled_out bottom_drawer)
    (stowed hoodie_grey floor) (stowed hoodie_black top_drawer) (folded hoodie_black)
    (stowed school_book beanbag) (stowed comic_book bed) (stowed gym_bag floor) (stowed school_bag desk) (stowed water_bottle desk)
    (dim fairy_lights) (plugged_in hair_straightener) (plugged_in laptop_charger))
  (:goal (and (made bed) (stowed hoodie_grey bottom_drawer) (raised window_blind))))
