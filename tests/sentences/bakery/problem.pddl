; Early morning: the deck oven is on, the front door stands open, and the black tray is still dirty.
(define (problem early-morning)
  (:domain bakery)
  (:objects
    deck_oven stone_oven - oven
    big_mixer small_mixer - mixer
    tall_fridge small_fridge - fridge
    rye_dough wheat_dough - bread_dough
    brioche_dough croissant_dough - pastry_dough
    black_tray silver_tray round_tray - tray
    upper_shelf lower_shelf - shelf
    front_door back_door - door)
  (:init
    (hands-free)
    (on deck_oven)
    (open front_door)
    (in brioche_dough tall_fridge) (in croissant_dough tall_fridge)
    (frozen croissant_dough)
    (kneaded brioche_dough)
    (dirty black_tray) (greased silver_tray)
    (at black_tray lower_shelf) (at silver_tray upper_shelf) (at round_tray lower_shelf))
  (:goal (and (baked rye_dough) (glazed rye_dough) (not (on deck_oven)) (not (dirty black_tray)))))
