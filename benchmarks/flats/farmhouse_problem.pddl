(define (problem candlemas)
  (:domain farmhouse)
  (:objects
    scullery parlour yard - spot
    kneading_table settle dresser - shelfish
    range_stove oil_lantern - flame
    hens goat - beast
    stable_door back_door - gate
    larder breadbin blanket_chest - chest
    loaf butter - food
    copper_kettle iron_kettle milk_jug - pot
    wool_blanket - bedding)
  (:init
    (whereabouts scullery) (unburdened)
    (found_in kneading_table scullery) (found_in range_stove scullery) (found_in larder scullery)
    (found_in breadbin scullery) (found_in back_door scullery)
    (found_in settle parlour) (found_in dresser parlour) (found_in oil_lantern parlour)
    (found_in blanket_chest parlour)
    (found_in hens yard) (found_in goat yard) (found_in stable_door yard)
    (set_upon loaf kneading_table) (set_upon milk_jug kneading_table) (set_upon iron_kettle dresser)
    (set_upon copper_kettle kneading_table) (stowed_in butter larder) (stowed_in wool_blanket blanket_chest)
    (gaping stable_door) (gaping breadbin)
    (bolted back_door)
    (lit oil_lantern)
    (fed hens))
  (:goal (and)))
