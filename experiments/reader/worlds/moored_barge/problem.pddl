(define (problem moored_barge_evening)
  (:domain moored_barge)
  (:objects
    saloon galley deck - cabin
    mainsail jib - sail
    bilge washtub water_butt - tank
    diesel generator - engine
    bow_lantern stern_lantern saloon_lamp - lantern
    port_locker starboard_locker - locker
    yellow_oilskin blue_oilskin - clothing
    life_ring bucket teapot - gear_item)
  (:init
    (bot_at saloon)
    (adjoins saloon galley) (adjoins galley saloon) (adjoins saloon deck) (adjoins deck saloon)
    (mounted deck mainsail) (mounted deck jib)
    (mounted galley bilge) (mounted galley washtub) (mounted deck water_butt)
    (mounted galley diesel) (mounted deck generator)
    (mounted deck bow_lantern) (mounted deck stern_lantern) (mounted saloon saloon_lamp)
    (mounted saloon port_locker) (mounted saloon starboard_locker)
    (furled jib)
    (dry washtub) (dry water_butt)
    (silent generator)
    (dim saloon_lamp)
    (soaked yellow_oilskin)
    (placed yellow_oilskin deck) (placed life_ring saloon) (placed bucket galley)
    (stowed_in port_locker blue_oilskin) (stowed_in starboard_locker teapot)
    (spare_grip))
  (:goal (and (furled mainsail) (dry bilge))))
