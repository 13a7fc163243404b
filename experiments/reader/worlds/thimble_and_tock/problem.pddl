(define (problem thimble_and_tock-sunday)
  (:domain thimble_and_tock)
  (:objects
    top_shelf middle_shelf bureau window_seat floor - ledge
    glass_cabinet corner_cupboard - cabinet
    button_jar marble_jar shell_jar key_jar - jar
    brass_clock carriage_clock grandfather_clock - clock
    bird_book fern_book map_book - book
    feather_duster - duster
    magnifier china_dog - knick-knack
    bureau_lamp corner_lamp - lamp)
  (:init
    (hands-empty)
    (on button_jar top_shelf) (on marble_jar top_shelf) (on map_book top_shelf)
    (on brass_clock middle_shelf) (on bird_book middle_shelf)
    (on shell_jar bureau) (on fern_book bureau) (on magnifier bureau)
    (on feather_duster window_seat) (on china_dog window_seat)
    (on grandfather_clock floor)
    (keeps glass_cabinet carriage_clock)
    (keeps corner_cupboard key_jar)
    (liftable button_jar) (liftable marble_jar) (liftable shell_jar) (liftable key_jar)
    (liftable brass_clock) (liftable carriage_clock)
    (liftable bird_book) (liftable fern_book) (liftable map_book)
    (liftable feather_duster) (liftable magnifier) (liftable china_dog)
    (locked glass_cabinet)
    (gapes corner_cupboard)
    (ticking carriage_clock)
    (dusty map_book) (dusty grandfather_clock) (dusty china_dog)
    (lidless marble_jar) (lidless key_jar)
    (lit bureau_lamp))
  (:goal (and (ticking grandfather_clock) (not (dusty map_book)) (not (gapes corner_cupboard)))))
