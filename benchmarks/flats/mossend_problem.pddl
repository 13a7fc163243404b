(define (problem mossend-morning)
  (:domain mossend)
  (:objects
    kitchen parlour - room
    granny ewan isla - person
    collie cat - animal
    kitchen_range parlour_stove - hearth
    sink - basin
    kitchen_table dresser sideboard rocking_chair - top
    larder fridge bread_bin - store
    back_door kitchen_window parlour_window - opening
    radio standard_lamp kitchen_lamp - appliance
    kettle - boiler
    water_jug - vessel
    brown_mug striped_mug loaf butter eggs reading_glasses knitting newspaper - item
    matches - matchbox
    pet_food - petfood)
  (:init
    (helper-in kitchen) (free-hands)
    (stands-in ewan kitchen) (stands-in granny parlour) (stands-in isla parlour)
    (stands-in collie kitchen) (stands-in cat parlour)
    (stands-in kitchen_range kitchen) (stands-in sink kitchen) (stands-in kitchen_table kitchen) (stands-in dresser kitchen)
    (stands-in larder kitchen) (stands-in fridge kitchen) (stands-in bread_bin kitchen)
    (stands-in back_door kitchen) (stands-in kitchen_window kitchen)
    (stands-in radio kitchen) (stands-in kitchen_lamp kitchen)
    (stands-in parlour_stove parlour) (stands-in sideboard parlour) (stands-in rocking_chair parlour)
    (stands-in parlour_window parlour) (stands-in standard_lamp parlour)
    (shut larder) (shut fridge) (shut bread_bin) (shut back_door) (shut parlour_window)
    (lit kitchen_range) (switched-on radio) (switched-on kitchen_lamp) (swept parlour)
    (lies-on kettle kitchen_range) (lies-on water_jug dresser) (lies-on striped_mug dresser) (lies-on matches dresser)
    (lies-on brown_mug kitchen_table) (lies-on loaf kitchen_table) (lies-on eggs kitchen_table) (lies-on newspaper kitchen_table)
    (lies-on reading_glasses sideboard) (lies-on knitting rocking_chair)
    (stored-in butter fridge) (stored-in pet_food larder))
  (:goal (and (fed collie))))
