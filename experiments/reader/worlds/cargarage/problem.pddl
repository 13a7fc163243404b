(define (problem car-garage-1) (:domain car-garage)
  (:objects clawHammer portableLight - implement screenCleaner - fluid
    toolCabinet - cabinet workbench RU_shelf_02 concreteFloor - surface
    batteryCharger fanHeater tubeLight - apparatus
    overheadDoor sideDoor cabinetDoor engineHood - closure
    hatchback - vehicle wheelFrontLeft wheelFrontRight - wheel)
  (:init (storedIn clawHammer concreteFloor) (storedIn torqueWrench toolCabinet) (storedIn portableLight RU_shelf_02)
    (storedIn engineOil concreteFloor) (storedIn screenCleaner workbench) (handsVacant) (isOpen overheadDoor) (bolted sideDoor)
    (doorOf cabinetDoor toolCabinet) (bonnetOf engineHood hatchback) (powered fanHeater) (powered batteryCharger)
    (mounted wheelFrontLeft) (mounted wheelFrontRight) (onVehicle wheelFrontLeft hatchback) (onVehicle wheelFrontRight hatchback) (inflated wheelFrontRight))
  (:goal (and (washed hatchback))))
