(define (problem hut_1) (:domain rescue_hut)
  (:objects rope_1 rope_2 headlamp litter - gear red_rucksack black_rucksack - rucksack
    main_door woodshed_door - entrance tiled_stove - heater handset base_transceiver - radio
    barry senta - dog skier_1 climber_1 - person drying_rack wall_rack - rack)
  (:init (free_arms) (on_rack rope_1 wall_rack) (on_rack rope_2 drying_rack) (damp rope_2) (on_rack litter wall_rack)
    (on_rack foil_blanket wall_rack) (packed headlamp red_rucksack) (strapped red_rucksack) (bolted woodshed_door)
    (burning tiled_stove) (charged base_transceiver) (transmitting base_transceiver) (harnessed barry)
    (outdoors skier_1) (outdoors climber_1))
  (:goal (and (splinted skier_1))))
