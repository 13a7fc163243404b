(define (problem bike-shop-1) (:domain bike-shop)
  (:objects roadBike cargoBike kidsBike - bicycle
    roadFront roadRear cargoFront kidsRear - wheel
    standA standB - stand
    spanner15 tyreLever - handtool
    compressor benchLamp radioSet - machine)
  (:init (handEmpty) (isVacant standB) (isClamped roadBike standA) (secured roadBike)
    (belongsTo roadFront roadBike) (belongsTo roadRear roadBike) (belongsTo cargoFront cargoBike) (belongsTo kidsRear kidsBike)
    (isMounted roadFront) (isMounted roadRear) (isMounted cargoFront) (isMounted kidsRear)
    (isPunctured roadRear) (isPunctured cargoFront) (isInflated roadFront)
    (isGrimy roadBike) (isGrimy cargoBike) (isLubed kidsBike) (energised radioSet))
  (:goal (and (isLubed roadBike))))
