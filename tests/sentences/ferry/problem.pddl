; A morning's crossing.
(define (problem crossing)
  (:domain ferry)
  (:objects
    red_car blue_car - car
    tanker milk_lorry - lorry
    main_deck upper_deck - deck
    bow_ramp stern_ramp - ramp
    port_engine starboard_engine - engine
    north_pier south_pier - pier)
  (:init
    (moored north_pier)
    (waiting red_car north_pier) (waiting tanker north_pier) (waiting milk_lorry north_pier)
    (waiting blue_car north_pier)
    (hazardous tanker))
  (:goal (and)))
