(define (problem tower_flat_1) (:domain tower_flat)
 (:objects cup_red cup_blue mug reading_glasses tablets novel - item
  table sofa - spot fridge drawer_top drawer_bottom - container
  lamp_hall lamp_bed floor_lamp - lamp blind_kitchen blind_bedroom - blind
  kettle toaster - appliance tv - television fern - plant)
 (:init (lies_at cup_red table) (lies_at cup_blue sofa) (lies_at mug table) (lies_at reading_glasses sofa) (lies_at tablets drawer_top) (lies_at novel table)
  (shut fridge) (shut drawer_bottom) (off lamp_hall) (raised blind_kitchen) (plugged_in toaster) (dry fern))
 (:goal (and (lies_at mug fridge))))
