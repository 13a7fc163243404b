(define (problem hobbyroom-evening)
  (:domain hobbyroom)
  (:objects
    hobby_room living_room kitchen - room
    tall_bookshelf low_bookshelf workbench kitchen_table - furniture
    sewing_machine printer_3d - device
    left_plant_lamp right_plant_lamp desk_lamp - lamp
    hobby_room_blind living_room_blind kitchen_blind - blind
    orchid fern - plant
    aquarium - tank
    fish_food watering_can filament thread - item
    atlas novel knitting_guide - book)
  (:init
    (robot-in living_room) (gripper-free)
    (found-in tall_bookshelf hobby_room) (found-in workbench hobby_room)
    (found-in low_bookshelf living_room) (found-in kitchen_table kitchen)
    (found-in sewing_machine hobby_room) (found-in printer_3d hobby_room)
    (found-in left_plant_lamp hobby_room) (found-in right_plant_lamp hobby_room)
    (found-in desk_lamp hobby_room)
    (found-in hobby_room_blind hobby_room) (found-in living_room_blind living_room)
    (found-in kitchen_blind kitchen)
    (found-in orchid hobby_room) (found-in fern living_room)
    (found-in aquarium hobby_room)
    (fits filament printer_3d) (fits thread sewing_machine)
    (gives-water watering_can) (is-feed fish_food)
    (on fish_food kitchen_table) (on watering_can kitchen_table) (on knitting_guide kitchen_table)
    (on filament workbench) (on novel workbench)
    (on thread tall_bookshelf)
    (on atlas low_bookshelf)
    (switched-on printer_3d) (switched-on desk_lamp)
    (lowered kitchen_blind))
  (:goal (and (fed aquarium) (watered orchid) (not (switched-on printer_3d))))
)
