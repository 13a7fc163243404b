(define (problem care-flat-1) (:domain care-flat)
 (:objects living_room bedroom kitchen - room
  nightstand coffee_table worktop - surface
  mrs_adler - person
  meds_morning meds_evening - pill_box
  glass_tall glass_small mug_blue - vessel
  reading_glasses sunglasses blanket tv_remote hearing_aid - plain_item)
 (:init (robot_in kitchen) (gripper_free)
  (stands_in nightstand bedroom) (stands_in coffee_table living_room) (stands_in worktop kitchen)
  (tap_in kitchen)
  (seated_in mrs_adler living_room) (brakes_on mrs_adler)
  (lies worktop meds_morning) (lies nightstand meds_evening) (lid_open meds_evening)
  (lies worktop glass_tall) (lies worktop glass_small) (lies coffee_table mug_blue) (full mug_blue)
  (lies nightstand reading_glasses) (lies coffee_table sunglasses)
  (lies nightstand blanket) (has mrs_adler tv_remote) (lies nightstand hearing_aid)
  (bright bedroom))
 (:goal (has mrs_adler blanket)))
