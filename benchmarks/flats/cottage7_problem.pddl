(define (problem cottage7-afternoon)
  (:domain cottage7)
  (:objects
    kitchen parlour bedroom garden shed - area
    edith arthur - person
    kitchen_table dresser armchair mantelpiece bedside_table workbench garden_bench - spot
    sink - basin
    line - washing_line
    red_rose white_rose geranium - flower
    tomatoes beans - crop
    cat hens - animal
    fireplace red_candle white_candle - flame
    kitchen_stove - stove
    parlour_curtains bedroom_curtains - curtains
    garden_gate henhouse_door - gate
    blue_cup green_cup - cup
    glasses1 glasses2 knitting newspaper walking_stick - thing
    watering_can - can
    matches - lighter
    hen_feed cat_food - feed
    bed_sheets tablecloth - laundry)
  (:init
    (robot_at kitchen) (free_handed)
    (path kitchen parlour) (path parlour kitchen)
    (path parlour bedroom) (path bedroom parlour)
    (path kitchen garden) (path garden kitchen)
    (path garden shed) (path shed garden)

    (found_in edith garden) (found_in arthur parlour)
    (found_in kitchen_table kitchen) (found_in dresser kitchen) (found_in sink kitchen)
    (found_in armchair parlour) (found_in mantelpiece parlour)
    (found_in bedside_table bedroom) (found_in workbench shed) (found_in garden_bench garden)
    (found_in line garden)
    (found_in red_rose garden) (found_in white_rose garden) (found_in geranium parlour)
    (found_in tomatoes garden) (found_in beans garden)
    (found_in cat parlour) (found_in hens garden)
    (found_in fireplace parlour) (found_in red_candle parlour) (found_in white_candle parlour)
    (found_in kitchen_stove kitchen)
    (found_in parlour_curtains parlour) (found_in bedroom_curtains bedroom)
    (found_in garden_gate garden) (found_in henhouse_door garden)

    (owned_by blue_cup arthur) (owned_by green_cup edith)
    (owned_by glasses1 edith) (owned_by glasses2 arthur)
    (owned_by knitting edith) (owned_by walking_stick arthur)
    (eats cat cat_food) (eats hens hen_feed)

    (at blue_cup kitchen_table)
    (at green_cup garden_bench) (soiled green_cup)
    (at glasses1 mantelpiece) (at glasses2 bedside_table)
    (at knitting armchair) (at newspaper kitchen_table)
    (at walking_stick workbench) (at watering_can workbench) (at hen_feed workbench)
    (at matches dresser) (at cat_food dresser)
    (at bed_sheets kitchen_table)
    (at tablecloth sink) (soiled tablecloth)

    (watered geranium) (watered beans)
    (picked beans)
    (fed cat)
    (burning red_candle)
    (drawn parlour_curtains))
  (:goal (and (fed hens) (at newspaper armchair)))
)
