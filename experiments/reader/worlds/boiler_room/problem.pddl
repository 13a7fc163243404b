(define (problem flats-14)
  (:domain boiler-room)
  (:objects boiler_north boiler_south - boiler
    circulator_1 circulator_2 sump_pump - pump
    feed_valve_n feed_valve_s gas_cock - valve
    strainer_a strainer_b - strainer
    coal_chute flue_hatch - hatch
    steel_locker wooden_chest - cupboard
    flashlight - lamp wire_brush - brush grease_gun - greaser pipe_wrench - tool)
  (:init (lit boiler_north) (pressurised boiler_north) (running circulator_1)
    (closed feed_valve_n) (closed feed_valve_s)
    (fills feed_valve_n boiler_north) (fills feed_valve_s boiler_south)
    (fouled strainer_a) (fouled strainer_b) (bolted coal_chute)
    (stowed flashlight steel_locker) (stowed pipe_wrench steel_locker)
    (stowed wire_brush wooden_chest) (stowed grease_gun wooden_chest) (hands-empty))
  (:goal (and (lit boiler_south)))
)
