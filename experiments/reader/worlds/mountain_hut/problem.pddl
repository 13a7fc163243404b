(define (problem refuge-evening) (:domain alpine-refuge)
  (:objects main_door east_shutter west_shutter - aperture
    wood_stove gas_burner - heater storm_lantern headlamp - luminaire
    kettle stockpot - vessel grey_blanket red_blanket - textile hiking_boots - footwear
    lower_bunk upper_bunk table_01 wall_rack porch - surface)
  (:init (hand-empty) (unlatched east_shutter) (alight gas_burner) (stocked gas_burner) (energized headlamp) (filled stockpot)
    (located storm_lantern table_01) (located headlamp wall_rack) (located kettle table_01) (located stockpot wall_rack)
    (located grey_blanket lower_bunk) (located red_blanket table_01) (located hiking_boots lower_bunk) (muddied hiking_boots))
  (:goal (and (floor-swept))))
