(define (problem farmyard1) (:domain farmyard)
 (:objects barn yard meadow henhouse - place brown_cow white_cow mare hens dog - animal
  barn_gate meadow_gate henhouse_hatch - gate barn_lamp yard_lamp - lamp barn_trough meadow_trough - trough pitchfork egg_basket - thing)
 (:init (hand_free) (connects barn_gate barn yard) (connects barn_gate yard barn) (connects meadow_gate yard meadow) (connects meadow_gate meadow yard) (connects henhouse_hatch henhouse yard) (connects henhouse_hatch yard henhouse)
  (at brown_cow meadow) (at white_cow meadow) (at mare barn) (at hens yard) (at dog yard) (tied dog) (tied mare)
  (open meadow_gate) (open henhouse_hatch) (latched barn_gate) (on barn_lamp) (full barn_trough)
  (lying bucket barn) (lying pitchfork yard) (lying egg_basket henhouse) (fed dog))
 (:goal (and (at hens henhouse))))
