(define (problem seaview-day)
  (:domain seaview)
  (:objects
    hall lounge kitchen bedroom bathroom - room
    edith joanna - person
    red blue grey green - colour
    worktop coffee_table desk bedside_table hall_stand - surface
    fridge crockery_cupboard medicine_cabinet wardrobe - cupboard
    mug1 mug2 plate - dish
    tablets eye_drops - medicine
    glasses1 glasses2 - spectacles
    cardigan1 cardigan2 - garment
    atlas - book
    milk - food
    hall_lamp desk_lamp bedside_lamp bathroom_light - lamp
    radio tv - player
    lounge_window bedroom_window bathroom_window - window
    fern geranium - plant
    front_door - door)
  (:init
    (robot-in hall) (hand-empty)
    (adjacent hall lounge) (adjacent lounge hall)
    (adjacent hall kitchen) (adjacent kitchen hall)
    (adjacent hall bedroom) (adjacent bedroom hall)
    (adjacent hall bathroom) (adjacent bathroom hall)
    (adjacent lounge kitchen) (adjacent kitchen lounge)
    (has-sink kitchen)
    (person-in edith lounge) (person-in joanna kitchen)
    (spot-in worktop kitchen) (spot-in coffee_table lounge) (spot-in desk lounge)
    (spot-in bedside_table bedroom) (spot-in hall_stand hall)
    (spot-in fridge kitchen) (spot-in crockery_cupboard kitchen)
    (spot-in medicine_cabinet bathroom) (spot-in wardrobe bedroom)
    (fixture-in hall_lamp hall) (fixture-in desk_lamp lounge)
    (fixture-in bedside_lamp bedroom) (fixture-in bathroom_light bathroom)
    (fixture-in radio kitchen) (fixture-in tv lounge)
    (fixture-in lounge_window lounge) (fixture-in bedroom_window bedroom)
    (fixture-in bathroom_window bathroom)
    (fixture-in fern lounge) (fixture-in geranium kitchen)
    (fixture-in front_door hall)
    (on mug1 coffee_table) (on mug2 worktop) (on milk worktop)
    (on eye_drops bedside_table) (on glasses1 bedside_table) (on glasses2 worktop)
    (on cardigan2 hall_stand) (on atlas desk)
    (inside plate crockery_cupboard) (inside tablets medicine_cabinet)
    (inside cardigan1 wardrobe)
    (opened crockery_cupboard)
    (clean plate)
    (switched-on desk_lamp) (switched-on bedside_lamp) (switched-on radio)
    (window-open lounge_window) (window-open bathroom_window)
    (watered geranium)
    (belongs-to glasses1 edith) (belongs-to glasses2 joanna)
    (belongs-to cardigan1 edith) (belongs-to cardigan2 edith)
    (belongs-to tablets edith) (belongs-to eye_drops edith) (belongs-to atlas edith)
    (coloured mug1 red) (coloured mug2 blue)
    (coloured cardigan1 grey) (coloured cardigan2 green))
  (:goal (and (inside milk fridge))))
