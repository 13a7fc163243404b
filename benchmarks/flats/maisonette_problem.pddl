(define (problem commissioning_07)
  (:domain maisonette)
  (:objects
    zone_entry zone_lower zone_upper - zone
    seating_main worktop bedside_unit - support
    refrigeration_unit wardrobe_module - enclosure
    laundry_unit - laundering
    luminaire_lower luminaire_upper media_display brew_station - powered
    shade_lower shade_upper - shade
    entry_portal terrace_portal - portal
    handset - device
    vessel_ceramic - vessel
    garment_knit - garment)
  (:init
    (agent_zone zone_entry) (gripper_vacant)
    (installed_in entry_portal zone_entry) (installed_in laundry_unit zone_entry)
    (installed_in seating_main zone_lower) (installed_in worktop zone_lower)
    (installed_in refrigeration_unit zone_lower) (installed_in luminaire_lower zone_lower)
    (installed_in media_display zone_lower) (installed_in brew_station zone_lower)
    (installed_in shade_lower zone_lower) (installed_in terrace_portal zone_lower)
    (installed_in bedside_unit zone_upper) (installed_in wardrobe_module zone_upper)
    (installed_in luminaire_upper zone_upper) (installed_in shade_upper zone_upper)
    (resting_on handset worktop) (resting_on vessel_ceramic bedside_unit)
    (resting_on garment_knit seating_main)
    (ajar wardrobe_module)
    (secured entry_portal) (secured terrace_portal)
    (energized media_display)
    (deployed shade_lower) (deployed shade_upper))
  (:goal (and)))
