(define (problem rainy_day)
  (:domain attic)
  (:objects
    den box_room stairwell - area
    desk armchair bookcase - support
    trunk wardrobe suitcase - box
    trapdoor round_window - shutter
    floor_lamp desk_lamp - light
    grey_quilt striped_quilt - quilt
    teddy_bear - toy
    toy_train music_box - clockwork
    photo_album diary - book
    feather_duster - brush)
  (:init
    (stationed den) (claw-open)
    (belongs-to desk box_room) (belongs-to armchair den) (belongs-to bookcase den)
    (belongs-to trunk box_room) (belongs-to wardrobe den) (belongs-to suitcase stairwell)
    (belongs-to trapdoor stairwell) (belongs-to round_window box_room)
    (belongs-to floor_lamp den) (belongs-to desk_lamp box_room)
    (has-lock trunk) (has-lock trapdoor)
    (lying-on teddy_bear armchair) (packed toy_train trunk) (lying-on music_box bookcase)
    (lying-on photo_album desk) (packed diary trunk) (lying-on feather_duster desk)
    (packed grey_quilt wardrobe) (draped-over striped_quilt armchair)
    (locked trunk) (ajar wardrobe) (ajar trapdoor) (ajar round_window)
    (glowing floor_lamp) (wound music_box) (dusted bookcase))
  (:goal (and)))
