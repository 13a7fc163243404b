(define (problem wrenfield-twins) (:domain wrenfield_nursery)
  (:objects
    mia theo - baby
    big_teddy small_teddy rag_bunny wooden_train - toy
    bottle_mia bottle_theo - bottle
    sleepsack romper - garment
    bookshelf dresser - unit
    top_row bottom_row - slot
    cot_mia cot_theo - cot
    blind_east blind_garden - blind
    nightlight mobile_mia mobile_theo humidifier - gadget)
  (:init
    (no-grab)
    (stored big_teddy bookshelf top_row)
    (on-floor small_teddy) (on-floor wooden_train)
    (with-baby mia rag_bunny)
    (stored bottle_mia dresser top_row) (stored bottle_theo dresser top_row)
    (stored sleepsack dresser bottom_row) (stored romper dresser bottom_row)
    (filthy small_teddy) (filthy sleepsack)
    (cold bottle_mia)
    (hungry theo) (soggy mia)
    (raised cot_mia) (raised blind_east)
    (idle nightlight) (idle mobile_mia))
  (:goal (and (not (hungry theo)) (not (soggy mia)))))
