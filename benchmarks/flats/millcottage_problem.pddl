(define (problem millcottage-day)
  (:domain millcottage)
  (:objects
    kitchen parlour bedroom - room
    kitchen_table side_table nightstand - top
    pantry sideboard - cabinet
    radio kettle - device
    parlour_lamp bedroom_lamp - lamp
    kitchen_window bedroom_window - window
    parlour_curtains bedroom_curtains - curtains
    geranium fern - plant
    tibbles - cat
    rose_teacup willow_teacup - teacup
    bird_book crime_novel - book
    cardigan - garment
    pills - medicine
    reading_glasses - spectacles
    watering_can - can
    cat_food - tin
    margaret harold - person)
  (:init
    (robot-at parlour) (empty-handed)
    (joins kitchen parlour) (joins parlour kitchen)
    (joins parlour bedroom) (joins bedroom parlour)
    (located kitchen_table kitchen) (located side_table parlour) (located nightstand bedroom)
    (located pantry kitchen) (located sideboard parlour)
    (located radio parlour) (located kettle kitchen)
    (located parlour_lamp parlour) (located bedroom_lamp bedroom)
    (located kitchen_window kitchen) (located bedroom_window bedroom)
    (located parlour_curtains parlour) (located bedroom_curtains bedroom)
    (located geranium kitchen) (located fern parlour)
    (located tibbles kitchen)
    (sits-in margaret parlour) (sits-in harold bedroom)
    (on-top willow_teacup side_table) (on-top bird_book side_table)
    (on-top crime_novel nightstand) (on-top reading_glasses nightstand)
    (on-top cardigan kitchen_table) (on-top watering_can kitchen_table)
    (inside rose_teacup sideboard)
    (inside pills pantry) (inside cat_food pantry)
    (shut sideboard)
    (switched-on radio)
    (ajar kitchen_window) (ajar bedroom_window)
    (drawn bedroom_curtains))
  (:goal (and (fed tibbles))))
