(define (problem shepherds-croft)
  (:domain croft)
  (:objects
    kitchen bedroom porch yard byre pen pasture - place
    angus morag - person
    moss fly - dog
    old-ewe - sheep
    black-lamb white-lamb - lamb
    daisy - cow
    kitchen-table bedside-stool porch-bench - rest
    kitchen-stove bedroom-stove - stove
    kitchen-lamp byre-lamp - oil-lamp
    dresser peat-box meal-chest - bin
    byre-gate pen-gate pasture-gate porch-door - gate
    kitchen-window bedroom-window - window
    byre-trough pen-trough - trough
    wash-basin - basin
    blue-mug brown-mug porridge-pot - dish
    peat-1 peat-2 - fuel
    hay dog-meal - fodder
    water-bucket - bucket
    tartan-blanket grey-blanket - blanket
    crook - stick)
  (:init
    (bot-in kitchen) (hand-free)
    (way kitchen bedroom) (way bedroom kitchen)
    (way kitchen porch) (way porch kitchen)
    (way porch yard) (way yard porch)
    (way yard byre) (way byre yard)
    (way yard pen) (way pen yard)
    (way yard pasture) (way pasture yard)
    (gate-links byre-gate yard byre) (gate-links byre-gate byre yard)
    (gate-links pen-gate yard pen) (gate-links pen-gate pen yard)
    (gate-links pasture-gate yard pasture) (gate-links pasture-gate pasture yard)
    (gate-links porch-door yard porch) (gate-links porch-door porch yard)
    (stands kitchen-table kitchen) (stands bedside-stool bedroom) (stands porch-bench porch)
    (stands kitchen-stove kitchen) (stands bedroom-stove bedroom)
    (stands kitchen-lamp kitchen) (stands byre-lamp byre)
    (stands dresser kitchen) (stands peat-box porch) (stands meal-chest byre)
    (stands byre-gate yard) (stands byre-gate byre)
    (stands pen-gate yard) (stands pen-gate pen)
    (stands pasture-gate yard) (stands pasture-gate pasture)
    (stands porch-door porch) (stands porch-door yard)
    (stands kitchen-window kitchen) (stands bedroom-window bedroom)
    (stands byre-trough byre) (stands pen-trough pen)
    (stands wash-basin kitchen)
    (animal-at moss yard) (animal-at fly porch)
    (animal-at old-ewe pasture) (animal-at white-lamb pasture)
    (animal-at black-lamb pen) (animal-at daisy byre)
    (eats moss dog-meal) (eats fly dog-meal)
    (eats old-ewe hay) (eats black-lamb hay) (eats white-lamb hay) (eats daisy hay)
    (hungry moss) (hungry fly) (hungry black-lamb) (hungry daisy)
    (fuelled bedroom-stove) (fuelled kitchen-lamp) (fuelled byre-lamp)
    (burning bedroom-stove) (burning byre-lamp)
    (is-open pasture-gate) (is-open bedroom-window) (is-open meal-chest)
    (filled byre-trough)
    (belongs blue-mug morag) (belongs brown-mug angus) (belongs crook angus)
    (dirty blue-mug) (dirty brown-mug)
    (on blue-mug kitchen-table) (on brown-mug porch-bench) (in porridge-pot dresser)
    (in peat-1 peat-box) (in peat-2 peat-box)
    (lying hay byre) (in dog-meal meal-chest)
    (lying water-bucket yard) (lying crook yard)
    (on tartan-blanket bedside-stool) (on grey-blanket porch-bench))
  (:goal (and (burning kitchen-stove) (not (hungry moss)))))
