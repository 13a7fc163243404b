(define (problem lock-post-1) (:domain lock-post)
  (:objects gate_upstream gate_downstream - gate valve_upstream valve_downstream - valve
    signal_red signal_green - signal floodlight_east floodlight_west - floodlight
    cargo_barge police_launch rowing_skiff - vessel
    boat_hook debris_rake life_ring - implement equipment_cabinet wall_bracket - rack)
  (:init (is_retracted gate_downstream) (is_raised valve_downstream) (is_fouled valve_upstream)
    (is_energised signal_red) (in_chamber cargo_barge) (is_moored cargo_barge)
    (stored_at boat_hook wall_bracket) (stored_at life_ring wall_bracket) (stored_at debris_rake equipment_cabinet) (gripper_free))
  (:goal (and (is_energised signal_green))))
