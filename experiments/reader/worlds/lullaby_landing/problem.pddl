(define (problem lullaby_landing_nap)
  (:domain lullaby_landing)
  (:objects
    nursery big_bedroom - room
    cot double_bed - bed
    changing_table nursery_sill rocking_chair bedside_mum bedside_dad - stand
    toy_chest blanket_box - chest
    nursery_curtain bedroom_curtain - curtain
    moon_lamp cot_mobile lamp_mum lamp_dad white_noise_box - device
    bottle_big bottle_small - bottle
    dummy_green dummy_yellow - dummy
    muslin-1 muslin-2 - muslin
    rabbit elephant stacking_rings - toy
    mum dad elio - family)
  (:init
    (here big_bedroom) (arms-free)
    (place-of nursery cot) (place-of nursery changing_table) (place-of nursery nursery_sill) (place-of nursery rocking_chair)
    (place-of big_bedroom double_bed) (place-of big_bedroom bedside_mum) (place-of big_bedroom bedside_dad)
    (fixture-of nursery toy_chest) (fixture-of big_bedroom blanket_box)
    (fixture-of nursery nursery_curtain) (fixture-of big_bedroom bedroom_curtain)
    (fixture-of nursery moon_lamp) (fixture-of nursery cot_mobile)
    (fixture-of big_bedroom lamp_mum) (fixture-of big_bedroom lamp_dad) (fixture-of big_bedroom white_noise_box)
    (dwells mum big_bedroom) (dwells dad nursery) (dwells elio nursery)
    (supports bedside_mum bottle_big) (supports changing_table bottle_small)
    (supports rocking_chair dummy_green) (supports bedside_dad dummy_yellow)
    (supports changing_table muslin-1) (stashed blanket_box muslin-2)
    (supports double_bed rabbit) (stashed toy_chest elephant) (supports nursery_sill stacking_rings)
    (lid-down toy_chest)
    (pulled-across bedroom_curtain)
    (made cot)
    (going cot_mobile) (going lamp_dad)
    (cold bottle_big) (cold bottle_small)
    (grubby dummy_green) (grubby muslin-1))
  (:goal (and (got elio rabbit)))
)
