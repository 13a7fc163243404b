; The first wave of the morning.
(define (problem first-wave)
  (:domain baggage)
  (:objects
    red_suitcase blue_suitcase green_suitcase - suitcase
    ski_bag cello_case - oversize
    arrivals_belt departures_belt transfer_belt - belt
    main_scanner standby_scanner - scanner
    oslo_cart madrid_cart - cart
    apron_door office_door - door)
  (:init
    (running departures_belt) (running arrivals_belt)
    (open office_door)
    (on red_suitcase departures_belt) (on blue_suitcase departures_belt)
    (on green_suitcase transfer_belt) (on ski_bag departures_belt) (on cello_case arrivals_belt)
    (suspicious green_suitcase) (suspicious ski_bag)
    (hitched oslo_cart))
  (:goal (and)))
