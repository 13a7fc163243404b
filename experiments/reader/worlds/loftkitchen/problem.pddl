(define (problem loftkitchen-1) (:domain loftkitchen)
 (:objects mug_blue mug_striped decanter - vessel dairy_carton cheddar_block - foodstuff
  cold_store pantry_unit wash_module - enclosure prep_surface bar_surface sink_basin - surface
  luminaire_counter luminaire_island - luminaire shade_east shade_west - shade
  extractor_unit audio_unit espresso_unit - device tap_main - faucet herb_pot_basil - plant)
 (:init (gripper-idle) (loc-of mug_blue prep_surface) (loc-of mug_striped bar_surface) (loc-of decanter pantry_unit)
  (loc-of dairy_carton prep_surface) (loc-of cheddar_block cold_store) (unsealed wash_module)
  (soiled mug_blue) (soiled mug_striped) (luminous luminaire_island) (deployed shade_west)
  (energized audio_unit) (energized extractor_unit) (flowing tap_main))
 (:goal (and (loc-of dairy_carton cold_store))))
