(define (problem dovecote_end_afternoon)
  (:domain dovecote_end)
  (:objects
    mrs-pym lodger - soul
    tabitha moses - cat
    fern geranium - plant
    oil-lamp hall-lamp bedside-lamp - lamp
    old-wireless - wireless
    dresser parlour-table window-seat mantelpiece - ledge
    pantry sewing-box blanket-trunk - store
    scullery-window parlour-window - window
    back-door - door
    grey-shawl blue-shawl spectacles pill-box teapot knitting rent-letter lodgers-letter jam-jar - thing)
  (:init
    (bears dresser grey-shawl)
    (bears window-seat blue-shawl)
    (bears window-seat knitting)
    (bears mantelpiece spectacles)
    (bears mantelpiece rent-letter)
    (bears parlour-table lodgers-letter)
    (keeps pantry jam-jar)
    (keeps sewing-box pill-box)
    (in-grip teapot)
    (shut pantry) (shut sewing-box)
    (shut parlour-window)
    (shut back-door) (bolted back-door)
    (glowing hall-lamp) (glowing bedside-lamp)
    (hungry tabitha)
    (thirsty fern))
  (:goal (and (not (hungry tabitha)))))
