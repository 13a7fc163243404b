(define (problem games_cellar_1) (:domain games_cellar)
 (:objects card_deck chess_set darts plush_bear controller_black controller_white - item beer_glass wine_glass - glass
  shelf billiard_table settee - top mini_fridge toy_chest - box bar_lamp table_lamp - lamp
  blind_street blind_yard - blind cellar_door - door wall_clock cuckoo_clock - clock)
 (:init (contains settee card_deck) (contains shelf chess_set) (contains billiard_table darts) (contains toy_chest plush_bear)
  (contains settee controller_black) (contains shelf controller_white) (contains billiard_table beer_glass) (contains billiard_table wine_glass)
  (closed toy_chest) (dimmed bar_lamp) (raised blind_street) (unbolted cellar_door) (stopped cuckoo_clock) (empty wine_glass))
 (:goal (and (raised blind_yard))))
