(define (problem lamproom-1) (:domain lamproom)
 (:objects halogen_lamp led_lamp spare_lamp - caplamp left_dock right_dock - dock filter_mask rescue_hood - respirator
  steel_cabinet - cabinet olga hannes - pitman north_gate south_gate - gate main_fan booster_fan - ventilator)
 (:init (docked halogen_lamp left_dock) (occupied left_dock) (energized left_dock) (docked led_lamp right_dock) (occupied right_dock)
  (charged led_lamp) (soiled led_lamp) (soiled halogen_lamp) (issued spare_lamp hannes) (stowed filter_mask steel_cabinet) (stowed rescue_hood steel_cabinet)
  (gripper-free) (bolted north_gate) (bolted south_gate) (running main_fan))
 (:goal (and (charged halogen_lamp))))
