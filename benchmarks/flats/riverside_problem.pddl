(define (problem riverside-1)
  (:domain riverside)
  (:objects
    lounge kitchen study hall - room
    grandma tom - person
    reading_glasses phone black_umbrella yellow_umbrella blanket - item
    fern cactus - plant
    kitchen_window study_window left_lounge_window right_lounge_window - window
    radio dishwasher heater - appliance)
  (:init
    (bot-in hall) (gripper-free) (tap-in kitchen)
    (person-in grandma lounge) (person-in tom study)
    (has tom phone)
    (item-in reading_glasses study) (item-in blanket study)
    (item-in black_umbrella lounge) (item-in yellow_umbrella kitchen)
    (plant-in fern lounge) (plant-in cactus study)
    (window-in kitchen_window kitchen) (window-in study_window study)
    (window-in left_lounge_window lounge) (window-in right_lounge_window lounge)
    (window-open kitchen_window)
    (appliance-in radio lounge) (appliance-in dishwasher kitchen) (appliance-in heater study)
    (running radio) (running heater)
    (dusty lounge) (dusty kitchen) (dusty hall))
  (:goal (and (has grandma reading_glasses) (not (dusty lounge)))))
