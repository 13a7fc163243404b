(define (problem micro_flat_1) (:domain micro_flat)
 (:objects kitchenette living_nook - nook counter sofa table_fold - shelf_top fridge cupboard - cabinet
  cup_yellow cup_striped plate pan - dish milk blanket remote - thing
  lamp_kitchen lamp_reading tv heater - gadget wall_bed - bed fern - pot_plant)
 (:init (bot_in kitchenette) (part_of kitchenette counter) (part_of kitchenette fridge) (part_of kitchenette cupboard) (part_of kitchenette lamp_kitchen)
  (part_of living_nook sofa) (part_of living_nook table_fold) (part_of living_nook lamp_reading) (part_of living_nook tv) (part_of living_nook heater)
  (part_of living_nook wall_bed) (part_of living_nook fern)
  (at_place counter milk) (at_place counter pan) (unwashed pan) (at_place table_fold cup_yellow) (unwashed cup_yellow)
  (at_place cupboard cup_striped) (at_place table_fold plate) (at_place sofa blanket) (at_place sofa remote)
  (opened cupboard) (working tv) (working lamp_kitchen) (thirsty fern) (arm_free))
 (:goal (at_place fridge milk)))
