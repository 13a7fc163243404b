(define (problem kilnhouse-evening)
  (:domain kilnhouse)
  (:objects
    kitchen workshop living_room lina_room - room
    marta owen lina - person
    kitchen_table workbench coffee_table drying_rack lina_desk - surface
    fridge glaze_cupboard - container
    kiln - kiln-oven
    kitchen_sink - basin
    kitchen_window workshop_window - window
    front_door workshop_door - door
    workshop_radio desk_lamp floor_lamp pottery_wheel - appliance
    fern basil - plant
    blue_mug green_mug white_bowl brown_vase - dish
    watering_can - watering-tool
    milk reading_glasses headphones clear_glaze - item)
  (:init
    (robot-at living_room)
    (gripper-free)
    (located marta workshop) (located owen living_room) (located lina lina_room)
    (located kitchen_table kitchen) (located fridge kitchen) (located kitchen_sink kitchen)
    (located kitchen_window kitchen) (located basil kitchen)
    (located workbench workshop) (located drying_rack workshop) (located kiln workshop)
    (located glaze_cupboard workshop) (located workshop_window workshop) (located workshop_door workshop)
    (located workshop_radio workshop) (located pottery_wheel workshop)
    (located coffee_table living_room) (located floor_lamp living_room) (located fern living_room)
    (located front_door living_room)
    (located lina_desk lina_room) (located desk_lamp lina_room)
    (on blue_mug workbench) (on reading_glasses workbench) (on clear_glaze workbench)
    (on green_mug lina_desk)
    (on white_bowl drying_rack) (on brown_vase drying_rack)
    (on milk kitchen_table)
    (on headphones coffee_table) (on watering_can coffee_table)
    (clean white_bowl) (clean brown_vase)
    (is-open kitchen_window) (is-open workshop_door)
    (powered workshop_radio) (powered pottery_wheel) (powered desk_lamp)
    (watered basil))
  (:goal (and (in milk fridge))))
