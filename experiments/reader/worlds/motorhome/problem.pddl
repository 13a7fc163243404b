(define (problem motorhome-1) (:domain motorhome)
  (:objects mugBlue mugWhite saucepan - Vessel
    duvet beachTowel - Linen
    milkCarton cheddar - Provision
    overheadLocker wardrobe refrigerator rearGarage - Compartment
    lockerFlap wardrobeDoor fridgeDoor garageHatch - Hatch
    hob spaceHeater readingLampLeft readingLampRight waterPump - Appliance
    awning entrySteps satDish - Extendable
    freshTank - Tank)
  (:init (StowedIn mugBlue overheadLocker) (StowedIn mugWhite overheadLocker) (StowedIn saucepan rearGarage)
    (StowedIn duvet wardrobe) (StowedIn beachTowel rearGarage) (StowedIn milkCarton overheadLocker) (StowedIn cheddar refrigerator)
    (ManipulatorIdle) (HatchOf lockerFlap overheadLocker) (HatchOf wardrobeDoor wardrobe) (HatchOf fridgeDoor refrigerator) (HatchOf garageHatch rearGarage)
    (Unlatched lockerFlap) (Unlatched wardrobeDoor) (Powered readingLampLeft) (Powered readingLampRight) (Powered waterPump)
    (Deployed awning) (Deployed entrySteps) (Depleted freshTank) (RequiresGas hob) (RequiresGas spaceHeater))
  (:goal (and (Powered hob))))
