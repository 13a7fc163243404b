(define (problem sudsworth_terrace_monday) (:domain sudsworth_terrace)
  (:objects bathroom laundry - room
    bath_tap sink_tap utility_tap - tap
    bathtub handbasin bucket - basin
    washer dryer - machine
    mirror_cabinet - front
    hamper airer towel_rail - rack
    blue_towel white_towel flannel red_jumper bathmat - cloth)
  (:init (me bathroom)
    (sited bath_tap bathroom) (sited sink_tap bathroom) (sited utility_tap laundry)
    (sited bathtub bathroom) (sited handbasin bathroom) (sited bucket laundry)
    (sited washer laundry) (sited dryer laundry) (sited mirror_cabinet bathroom)
    (sited hamper bathroom) (sited airer laundry) (sited towel_rail bathroom)
    (running sink_tap) (running utility_tap)
    (churning dryer) (shut dryer) (shut mirror_cabinet)
    (empty handbasin)
    (soaked flannel) (soaked red_jumper)
    (bundled towel_rail blue_towel) (bundled hamper white_towel)
    (bundled towel_rail flannel) (bundled airer red_jumper) (bundled hamper bathmat)
    (no_load))
  (:goal (and (shut washer) (empty bathtub))))
