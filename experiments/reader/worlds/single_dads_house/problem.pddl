(define (problem single_dads_house_1) (:domain single_dads_house)
 (:objects coat_blue trainers bread_knife paper_knife - thing lunch_box plate_big plate_small - washable
  worktop sofa coat_hook dishwasher drawer_top drawer_bottom - place
  back_door bathroom_window - opening toaster kettle - appliance bed_noah bed_dad - bed)
 (:init (gripper_free) (stored_at coat_blue sofa) (stored_at trainers sofa) (stored_at bread_knife worktop)
  (stored_at paper_knife drawer_top) (stored_at lunch_box worktop) (stored_at plate_big dishwasher) (stored_at plate_small worktop)
  (dirty plate_small) (dirty lunch_box) (ajar back_door) (plugged_in toaster) (made bed_dad))
 (:goal (and (made bed_noah))))
