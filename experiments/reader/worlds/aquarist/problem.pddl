(define (problem breeding-1) (:domain breeding-room)
 (:objects DiscusMale DiscusFemale Angelfish - cichlid WhiptailOld WhiptailYoung - catfish
   SpawningTank FryTank HospitalTank - tank AirPump - pump HeaterLeft HeaterRight - heater GrowLamp - lamp Mosquito_larvae Brine_shrimp - foodstuff)
 (:init (Inhabits DiscusMale FryTank) (Inhabits DiscusFemale SpawningTank) (Inhabits Angelfish FryTank) (Inhabits WhiptailOld SpawningTank) (Inhabits WhiptailYoung FryTank)
   (NetFree) (Covered SpawningTank) (Covered HospitalTank) (Planted FryTank) (Powered AirPump) (Powered HeaterLeft))
 (:goal (and (Nourished Angelfish))))
