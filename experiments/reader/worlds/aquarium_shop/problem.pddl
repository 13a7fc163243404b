(define (problem shop1) (:domain AquaRetail)
 (:objects reefTank pondVat quarantineTank - Tank clownFish koi guppyA guppyB pufferFish - Fish flakeTub wormJar - Feed
  frontShutter rearShutter - Shutter mrsOkafor youngTim - Customer airPump circPump - Pump reefHeater - Heater)
 (:init (housedIn clownFish reefTank) (housedIn koi pondVat) (housedIn guppyA quarantineTank) (housedIn guppyB quarantineTank) (housedIn pufferFish reefTank)
  (netEmpty) (lidSeated reefTank) (lidSeated quarantineTank) (fouled quarantineTank) (fouled pondVat) (illuminated pondVat) (powered circPump) (lowered rearShutter) (satiated koi))
 (:goal (and (satiated clownFish))))
