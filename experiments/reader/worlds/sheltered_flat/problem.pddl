(define (problem sheltered_flat_1) (:domain sheltered_flat)
 (:objects bedside_table kitchen_table hall_bench - surface medicine_cabinet wardrobe - closet
  coat_blue coat_grey pill_box walking_stick spectacles bath_towel - thing bed - bedstead water_bowl food_bowl - bowl fern orchid - plant
  front_door balcony_door - door radiator_hall radiator_bedroom - radiator)
 (:init (at_place coat_blue hall_bench) (at_place coat_grey wardrobe) (at_place pill_box medicine_cabinet) (at_place walking_stick kitchen_table)
  (at_place spectacles kitchen_table) (at_place bath_towel bedside_table) (door_open wardrobe) (bare bed) (full water_bowl) (thirsty fern)
  (bolted front_door) (warm radiator_bedroom))
 (:goal (not (bare bed))))
