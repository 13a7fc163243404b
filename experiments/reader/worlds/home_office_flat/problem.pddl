(define (problem hof) (:domain home-office-flat)
 (:objects desk sofa bookshelf - surface drawer_top drawer_bottom - drawer
  mug_green mug_white - mug laptop phone - chargeable stapler scissors notebook headphones - item
  desk_lamp floor_lamp router fan - appliance)
 (:init (lies_at mug_green desk) (lies_at mug_white bookshelf) (lies_at laptop desk) (lies_at phone sofa)
  (lies_at stapler drawer_top) (lies_at scissors desk) (lies_at notebook sofa) (lies_at headphones desk)
  (pulled_out drawer_bottom) (grimy mug_green) (charging phone)
  (has_switch laptop) (has_switch printer) (has_switch desk_lamp) (has_switch floor_lamp) (has_switch router) (has_switch fan)
  (running desk_lamp) (running router) (running laptop))
 (:goal (and (paper_loaded printer))))
