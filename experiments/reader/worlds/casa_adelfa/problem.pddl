(define (problem casa_adelfa-siesta)
  (:domain casa_adelfa)
  (:objects
    sala cocina alcoba patio - room
    long_table larder_shelf nightstand stone_bench - spot
    sala_fan cocina_fan alcoba_fan - fan
    sala_shutter cocina_shutter alcoba_shutter - shutter
    sala_blind patio_blind - blind
    kitchen_tap - tap
    clay_jug glass_jug - jug
    straw_hat sunglasses melon espadrilles - trinket
    abuela nico - person
    oleander basil - plant)
  (:init
    (robot-in cocina) (grip-free)
    (next-to sala cocina) (next-to cocina sala)
    (next-to sala alcoba) (next-to alcoba sala)
    (next-to cocina patio) (next-to patio cocina)
    (spot-of long_table sala) (spot-of larder_shelf cocina)
    (spot-of nightstand alcoba) (spot-of stone_bench patio)
    (fitting-of sala_fan sala) (fitting-of cocina_fan cocina) (fitting-of alcoba_fan alcoba)
    (fitting-of sala_shutter sala) (fitting-of cocina_shutter cocina) (fitting-of alcoba_shutter alcoba)
    (fitting-of sala_blind sala) (fitting-of patio_blind patio)
    (fitting-of kitchen_tap cocina)
    (plant-of oleander patio) (plant-of basil cocina)
    (sits-in abuela patio) (sits-in nico alcoba)
    (rests-on clay_jug stone_bench) (rests-on melon stone_bench) (rests-on espadrilles stone_bench)
    (rests-on glass_jug long_table) (rests-on sunglasses long_table)
    (rests-on straw_hat nightstand)
    (empty clay_jug)
    (spinning alcoba_fan)
    (closed alcoba_shutter)
    (lowered patio_blind)
    (running kitchen_tap)
    (parched oleander))
  (:goal (and (not (parched oleander)) (closed sala_shutter) (not (running kitchen_tap)))))
