(define (problem heronry_cottage_afternoon)
  (:domain heronry_cottage)
  (:objects
    scullery snug loft - room
    oskar - person
    shelf draining-board snug-table bookcase ledge - top
    loft-bed - bed
    pantry chest - box
    snug-window loft-window - window
    scullery-lamp snug-lamp loft-lamp - lamp
    sink-tap - tap
    red-book green-book grey-book - book
    honey-jar plum-jar - jar
    big-bowl small-bowl pan - dish
    wool-blanket checked-blanket - blanket
    slippers - footwear)
  (:init
    (robot-at snug) (free-hand)
    (leads scullery snug) (leads snug scullery) (leads snug loft) (leads loft snug)
    (sits-in oskar snug)
    (where shelf scullery) (where draining-board scullery) (where pantry scullery)
    (where sink-tap scullery) (where scullery-lamp scullery)
    (where snug-table snug) (where bookcase snug) (where snug-window snug) (where snug-lamp snug)
    (where ledge loft) (where loft-bed loft) (where chest loft) (where loft-window loft) (where loft-lamp loft)
    (stands-on red-book snug-table) (stands-on plum-jar snug-table)
    (stands-on green-book bookcase) (stands-on grey-book bookcase)
    (stands-on honey-jar shelf) (stands-on pan shelf)
    (stands-on big-bowl draining-board)
    (within small-bowl pantry)
    (stands-on wool-blanket loft-bed)
    (within checked-blanket chest) (folded checked-blanket)
    (stands-on slippers ledge)
    (soiled big-bowl) (soiled pan)
    (open snug-window) (open chest)
    (unlit scullery-lamp) (unlit loft-lamp)
    (flowing sink-tap))
  (:goal (and (stands-on red-book bookcase) (not (flowing sink-tap)))))
