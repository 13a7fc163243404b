(define (problem friday)
  (:domain rooftop)
  (:objects
    living_area cooking_area roof_deck - zone
    worktop deck_table seating_unit - support
    refrigerator storage_locker - enclosure
    ceiling_luminaire string_lights audio_speaker - device
    sliding_door skylight - aperture
    parasol awning - shade
    basil_planter tomato_planter - planter
    seat_cushion - textile
    red_beaker green_beaker - vessel)
  (:init
    (unit_at living_area) (gripper_idle)
    (mounted_at seating_unit living_area) (mounted_at ceiling_luminaire living_area)
    (mounted_at audio_speaker living_area) (mounted_at sliding_door living_area)
    (mounted_at worktop cooking_area) (mounted_at refrigerator cooking_area)
    (mounted_at skylight cooking_area)
    (mounted_at deck_table roof_deck) (mounted_at storage_locker roof_deck)
    (mounted_at string_lights roof_deck) (mounted_at parasol roof_deck) (mounted_at awning roof_deck)
    (mounted_at basil_planter roof_deck) (mounted_at tomato_planter roof_deck)
    (resting_on red_beaker worktop) (resting_on green_beaker deck_table)
    (contained_in seat_cushion storage_locker)
    (opened skylight)
    (latched sliding_door)
    (energised audio_speaker)
    (deployed parasol))
  (:goal (and)))
