(define (problem boat-1) (:domain narrowboat-cabin)
 (:objects windlass cushion jumper mug_tin mug_china - stuff soup - food
  dinette berth sink hob - ledge
  locker_port locker_starboard icebox - locker
  hatch_bow hatch_stern - hatch
  lamp_galley lamp_berth - lantern bilge_pump - pump tap_galley - tap
  rope_bow rope_stern - rope skipper - person)
 (:init (stored_in windlass berth) (stored_in cushion dinette) (stored_in jumper berth)
  (stored_in mug_tin dinette) (stored_in mug_china sink) (stored_in soup icebox)
  (heats hob)
  (shut icebox) (shut locker_port) (hatch_shut hatch_bow) (latched hatch_bow)
  (on lamp_galley) (on tap_galley) (moored rope_bow))
 (:goal (moored rope_stern)))
