(define (problem copper_row_14-p)
  (:domain copper_row_14)
  (:objects
    hall lounge kitchen landing front_bedroom back_bedroom - room
    front_door lounge_door kitchen_door front_bedroom_door back_bedroom_door - door
    hall_light landing_light lounge_lamp - lamp
    lounge_curtains bedroom_curtains - curtain
    double_bed single_bed - bed
    doll toy_bus - toy
    jumper raincoat - garment
    cookbook storybook - book)
  (:init
    (me-in hall) (hand-free)
    (stairs hall landing) (stairs landing hall)
    (joins lounge_door hall lounge) (joins lounge_door lounge hall)
    (joins kitchen_door hall kitchen) (joins kitchen_door kitchen hall)
    (joins front_bedroom_door landing front_bedroom) (joins front_bedroom_door front_bedroom landing)
    (joins back_bedroom_door landing back_bedroom) (joins back_bedroom_door back_bedroom landing)
    (beside front_door hall)
    (beside lounge_door hall) (beside lounge_door lounge)
    (beside kitchen_door hall) (beside kitchen_door kitchen)
    (beside front_bedroom_door landing) (beside front_bedroom_door front_bedroom)
    (beside back_bedroom_door landing) (beside back_bedroom_door back_bedroom)
    (fixed hall_light hall) (fixed landing_light landing) (fixed lounge_lamp lounge)
    (fixed lounge_curtains lounge) (fixed bedroom_curtains front_bedroom)
    (fixed double_bed front_bedroom) (fixed single_bed back_bedroom)
    (shut kitchen_door) (shut front_bedroom_door)
    (lit landing_light) (lit lounge_lamp)
    (drawn lounge_curtains)
    (in-room doll lounge) (in-room toy_bus hall)
    (in-room cookbook front_bedroom) (in-room storybook lounge)
    (in-room jumper landing) (in-room raincoat kitchen))
  (:goal (and (shut front_door) (in-room cookbook kitchen))))
