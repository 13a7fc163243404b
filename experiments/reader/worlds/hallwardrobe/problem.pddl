(define (problem hallwardrobe-1) (:domain hallwardrobe)
 (:objects outer_layer_yellow outer_layer_grey - garment boot_pair_rubber shoe_pair_leather - footwear
  rain_canopy - canopy canine_tether vehicle_keyset - accessory
  peg_strip footwear_rack seat_unit floor_textile - surface storage_cabinet drawer_unit - enclosure
  portal_street portal_cellar - portal luminaire_ceiling luminaire_mirror - luminaire
  thermal_panel - thermal intrusion_sensor - alarm)
 (:init (hand-vacant) (stowed-at outer_layer_yellow seat_unit) (damp outer_layer_yellow) (stowed-at outer_layer_grey peg_strip)
  (stowed-at boot_pair_rubber floor_textile) (stowed-at shoe_pair_leather floor_textile) (grimy boot_pair_rubber) (grimy shoe_pair_leather)
  (stowed-at rain_canopy floor_textile) (expanded rain_canopy) (stowed-at canine_tether drawer_unit) (stowed-at vehicle_keyset seat_unit)
  (ajar drawer_unit) (ajar portal_cellar) (bolted portal_street) (illuminated luminaire_ceiling) (armed intrusion_sensor))
 (:goal (and (stowed-at outer_layer_yellow peg_strip))))
