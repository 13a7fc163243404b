(define (problem Foundry1) (:domain Foundry)
  (:objects Bronze GreyIron Aluminium - metal BellFlask GearFlask PlateFlask - flask
    RingCore SandCore - core GantryCrane - hoist PouringBay CoolingRack MouldingBench - station)
  (:init (Powered HolderFurnace) (DoorShut ArcFurnace) (DoorShut HolderFurnace) (Idle ArcFurnace)
    (ChargedWith HolderFurnace Aluminium) (Liquid Aluminium) (Slagged Aluminium) (Stocked Bronze) (Stocked GreyIron)
    (Rammed PlateFlask) (Clamped PlateFlask) (Located PlateFlask PouringBay) (Located BellFlask MouldingBench)
    (Located GearFlask MouldingBench) (Donned Gauntlets))
  (:goal (and (Poured Bronze BellFlask))))
