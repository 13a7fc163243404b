(define (problem flat_above_shop_1) (:domain flat_above_shop)
 (:objects kitchen bedroom hallway wardrobe - spot coat_blue coat_green parcel cash_box plush_rabbit - belonging
  shop_door flat_door - door window_front window_back - window tv radio - sound_device
  kettle toaster - appliance double_bed - bed robot_vacuum - vacuum)
 (:init (robot_in hallway) (kept_at coat_blue hallway) (kept_at coat_green wardrobe) (kept_at parcel hallway)
  (kept_at cash_box kitchen) (kept_at plush_rabbit kitchen) (unlocked shop_door) (ajar window_front)
  (muted radio) (plugged_in toaster) (bare double_bed))
 (:goal (and (docked robot_vacuum))))
