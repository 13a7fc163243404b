(define (problem stable_flat_1) (:domain stable_flat)
 (:objects tack_chest feed_bin - chest bench saddle_rack bed - ledge stable_gate loft_hatch - door
  lamp_stall lamp_loft lamp_yard - lamp bucket_red bucket_blue - bucket
  brush_soft brush_hard saddle horse_blanket apple boots - item trough dog_bowl - vessel)
 (:init (kept_in bench bucket_red) (kept_in bench brush_hard) (kept_in bench apple) (kept_in bed boots) (kept_in bed horse_blanket)
  (kept_in saddle_rack saddle) (kept_in saddle_rack bucket_blue) (kept_in tack_chest brush_soft)
  (can_open tack_chest) (can_open feed_bin) (can_open stable_gate) (can_open loft_hatch) (ajar feed_bin) (ajar stable_gate)
  (lit lamp_stall) (lit lamp_yard) (waterable trough) (waterable dog_bowl) (waterable bucket_red) (waterable bucket_blue)
  (filled bucket_blue) (filled dog_bowl) (muddy boots) (muddy brush_hard) (gripper_empty))
 (:goal (and (filled trough))))
