(define (problem basementflat-day)
  (:domain basementflat)
  (:objects
    priya tom - flatmate
    blue_mug striped_mug white_mug - mug
    bath_towel gym_towel - towel
    laptop bike_light - gadget
    oat_milk leftover_curry - food
    rent_letter - letter
    watering_can - can
    coffee_table kitchen_counter hall_bench priya_desk tom_desk - surface
    fridge kitchen_cupboard - holder
    washing_machine - washer
    street_window yard_window - window
    floor_lamp desk_lamp - lamp
    dehumidifier fan_heater - device
    fern basil - plant
    front_door - door)
  (:init
    (hand-free)
    (on blue_mug coffee_table)
    (on striped_mug priya_desk)
    (in white_mug kitchen_cupboard)
    (clean white_mug)
    (in bath_towel washing_machine)
    (on gym_towel hall_bench)
    (on laptop tom_desk)
    (charging laptop)
    (on bike_light hall_bench)
    (on oat_milk kitchen_counter)
    (on leftover_curry coffee_table)
    (on rent_letter hall_bench)
    (on watering_can kitchen_counter)
    (open kitchen_cupboard)
    (open street_window)
    (running fan_heater))
  (:goal (and (watered fern))))
