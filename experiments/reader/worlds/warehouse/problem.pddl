(define (problem warehouse-1) (:domain warehouse)
  (:objects rolf gerda forklift_3 - forklift
    charger_east charger_west - charging_point rack_a rack_b - rack dock_1 dock_2 - dock main_aisle - aisle
    crate_glass crate_toys - crate acid_drum oil_drum - drum
    roller_door_1 roller_door_2 - rolldoor lorry van - vehicle)
  (:init (located rolf charger_east) (plugged_in rolf) (unladen rolf)
    (located gerda main_aisle) (charged gerda) (unladen gerda)
    (located forklift_3 rack_a) (charged forklift_3) (unladen forklift_3) (beacon_on forklift_3)
    (stored_at crate_glass rack_a) (stored_at crate_toys rack_b) (stored_at acid_drum rack_a) (stored_at oil_drum rack_b)
    (wrapped acid_drum)
    (serves roller_door_1 dock_1) (serves roller_door_2 dock_2) (parked lorry dock_1) (parked van dock_2))
  (:goal (and (in_vehicle crate_toys van))))
