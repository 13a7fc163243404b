(define (problem HomeCinema01) (:domain HomeCinema)
  (:objects discWestern discCartoon - Medium  maizeTub nachoTray - Snack  irHandset - Handset
    avCabinet chillBox - Enclosure  lowTable armrestLeft - Support
    beamer01 discUnit subWoofer - MediaUnit  ceilingSpots floorLuminaire - Luminaire  microHeater - Heater
    projectionSurface blackoutDrape - Covering  seatFront seatRear - Recliner)
  (:init (effectorVacant) (acceptsMedia discUnit) (locOf discWestern avCabinet) (loaded discCartoon discUnit) (occupied discUnit) (powered discUnit) (running discUnit)
    (locOf maizeTub lowTable) (locOf nachoTray lowTable) (locOf irHandset avCabinet) (powered ceilingSpots) (powered floorLuminaire) (powered subWoofer) (muted subWoofer)
    (reclined seatRear) (ajar chillBox))
  (:goal (and (powered beamer01))))
