(define (problem laundry_kitchen_1) (:domain laundry_kitchen)
 (:objects bath_towel tea_towel shirt_white shirt_blue - cloth stock_pot milk_pot - pot detergent bread_knife paper_knife - thing
  laundry_basket clothes_horse worktop - open_store cupboard - closable washing_machine - washer
  sink_basin mop_bucket - vessel steam_iron - iron)
 (:init (gripper_free) (stowed bath_towel laundry_basket) (stowed tea_towel clothes_horse) (stowed shirt_white laundry_basket)
  (stowed shirt_blue clothes_horse) (stowed stock_pot worktop) (stowed milk_pot cupboard) (stowed detergent worktop)
  (stowed bread_knife worktop) (stowed paper_knife worktop) (unlatched washing_machine)
  (dirty bath_towel) (dirty shirt_white) (covered stock_pot) (full mop_bucket) (hot steam_iron))
 (:goal (and (covered milk_pot))))
