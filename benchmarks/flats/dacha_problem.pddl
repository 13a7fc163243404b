(define (problem july_weekend)
  (:domain dacha)
  (:objects
    cook_zone veranda_zone garden_zone - zone
    work_counter dining_surface seating_platform - support
    cold_storage_unit utensil_cabinet - receptacle
    perimeter_gate greenhouse_hatch - portal
    beverage_urn luminaire_veranda irrigation_pump sauna_heater - appliance
    solanum_bed fragaria_bed - cultivation_unit
    preserve_jar_raspberry preserve_jar_cherry milk_vessel - foodstuff
    textile_throw - textile)
  (:init
    (agent_at cook_zone) (effector_idle)
    (installed_in work_counter cook_zone) (installed_in cold_storage_unit cook_zone)
    (installed_in utensil_cabinet cook_zone) (installed_in beverage_urn cook_zone)
    (installed_in dining_surface veranda_zone) (installed_in luminaire_veranda veranda_zone)
    (installed_in seating_platform garden_zone) (installed_in perimeter_gate garden_zone)
    (installed_in greenhouse_hatch garden_zone) (installed_in irrigation_pump garden_zone)
    (installed_in sauna_heater garden_zone) (installed_in solanum_bed garden_zone)
    (installed_in fragaria_bed garden_zone)
    (resting_on preserve_jar_raspberry work_counter) (resting_on textile_throw seating_platform)
    (contained_in preserve_jar_cherry utensil_cabinet) (contained_in milk_vessel cold_storage_unit)
    (ajar greenhouse_hatch)
    (secured perimeter_gate)
    (energized irrigation_pump)
    (irrigated fragaria_bed))
  (:goal (and)))
