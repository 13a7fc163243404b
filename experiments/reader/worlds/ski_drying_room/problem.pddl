(define (problem DryingRoom-1) (:domain DryingRoom)
  (:objects BootsLena BootsTomas - Footwear MittensRed GlovesLeather - Handwear SkisLong SkisChild - Plank
    HotAirUnit FootwearDryer - Blower CeilingLuminaire - Luminaire MoistureExtractor - Dehumidifier
    VentHatch - Hatch ExteriorPortal - Portal
    UpperRail LowerRail WallRack - Support LostItemsBin LaundryBin - Bin)
  (:init (GripperFree) (ContainedIn BootsLena LaundryBin) (SuspendedOn BootsTomas LowerRail)
    (SuspendedOn MittensRed LowerRail) (ContainedIn GlovesLeather LostItemsBin)
    (SuspendedOn SkisLong WallRack) (SuspendedOn SkisChild WallRack)
    (Moist BootsLena) (Moist BootsTomas) (Moist MittensRed) (Moist GlovesLeather) (Moist SkisLong)
    (Soiled BootsLena) (Soiled BootsTomas) (Soiled SkisChild)
    (Running CeilingLuminaire) (Running HotAirUnit) (Ajar ExteriorPortal))
  (:goal (and (Deadlocked ExteriorPortal))))
