(define (problem morning_service)
  (:domain cable_station)
  (:objects red_cabin blue_cabin - vehicle
    valley_platform mid_platform summit_platform - platform
    hiker priest schoolgirl - passenger
    milk_churn mail_sack - parcel
    winch - motor
    beacon cabin_light - lamp
    rail_heater - heater
    valley_gate summit_gate - gate)
  (:init (docked red_cabin valley_platform) (docked blue_cabin summit_platform) (vacant mid_platform)
    (braked red_cabin) (braked blue_cabin) (sealed blue_cabin)
    (waiting hiker valley_platform) (waiting priest valley_platform) (waiting schoolgirl summit_platform)
    (waiting mail_sack valley_platform) (aboard milk_churn blue_cabin)
    (iced summit_platform) (iced mid_platform) (barred summit_gate) (active beacon) (ticketed priest))
  (:goal (and (waiting mail_sack summit_platform))))
