(define (problem kitchenbot1) (:domain kitchenbot)
 (:objects drink_vessel_red drink_vessel_blue cook_vessel_large - vessel citrus_yellow baked_loaf dairy_carton - foodstuff
  dining_surface - worksurface cold_storage wash_bay overhead_cabinet - enclosure hotplate_front hotplate_rear - hotplate
  task_luminaire overhead_luminaire - luminaire fume_extractor bench_arm - machine)
 (:init (placed drink_vessel_red dining_surface) (placed drink_vessel_blue overhead_cabinet) (placed cook_vessel_large prep_surface)
  (placed citrus_yellow cold_storage) (placed baked_loaf prep_surface) (placed dairy_carton dining_surface) (placed cutting_tool sink_basin)
  (ee_free) (access_open overhead_cabinet) (heat_engaged hotplate_rear) (emissive overhead_luminaire) (flowing water_valve) (running bench_arm)
  (sanitized drink_vessel_blue) (charged_with_water cook_vessel_large))
 (:goal (and (placed dairy_carton cold_storage))))
