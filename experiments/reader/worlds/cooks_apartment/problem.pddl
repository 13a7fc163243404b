(define (problem cooks_apartment_1) (:domain cooks_apartment)
 (:objects worktop sink dish_rack hob - loc fridge dishwasher knife_drawer - closet
  bread_knife paper_knife plate_blue plate_white cookbook hymn_book tea_towel butter lemon - ware saucepan frying_pan - vessel
  toaster kettle - device)
 (:init (hotplate hob) (stowed bread_knife worktop) (stowed paper_knife knife_drawer) (stowed plate_blue sink) (stowed plate_white dish_rack)
  (stowed cookbook worktop) (stowed hymn_book worktop) (stowed tea_towel dish_rack) (stowed butter worktop) (stowed lemon fridge)
  (stowed saucepan hob) (stowed frying_pan sink) (covered saucepan) (soiled plate_blue) (soiled frying_pan) (soiled bread_knife)
  (plugged_in toaster) (gaping dishwasher) (gaping knife_drawer))
 (:goal (and (cold hob))))
