(define (problem churchhall-1) (:domain churchhall)
  (:objects TableclothLong TableclothRound - linen
    CakeKnife PunchVessel CandelabrumSilver CandelabrumBrass - serving_ware
    HymnalCrate GuestRegister - item
    TopTable SideTable Stage CupboardShelf - surface
    ConvectorHeater AudioAmplifier ChandelierUnit HotWaterDispenser - appliance
    PorchDoor VestryDoor NorthWindow - opening
    RoseArrangement LilyArrangement PottedFern - bloom
    Bunting PaperGarland - garland)
  (:init (HandsFree) (PlacedOn TableclothLong CupboardShelf) (PlacedOn TableclothRound CupboardShelf) (PlacedOn CakeKnife CupboardShelf)
    (PlacedOn PunchVessel SideTable) (PlacedOn CandelabrumSilver Stage) (PlacedOn CandelabrumBrass SideTable) (PlacedOn HymnalCrate TopTable) (PlacedOn GuestRegister TopTable)
    (Powered AudioAmplifier) (Powered HotWaterDispenser) (Gaping NorthWindow) (Gaping VestryDoor) (Hydrated PottedFern) (Hoisted PaperGarland))
  (:goal (and (Swept))))
