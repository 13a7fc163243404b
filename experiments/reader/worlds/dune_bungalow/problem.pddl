(define (problem dune_bungalow-1)
  (:domain dune_bungalow)
  (:objects
    porch parlour bedroom galley - place
    robbie - robot
    oma tim - person
    kite sunhat bucket_red bucket_blue torch guidebook lemonade - thing
    towel_striped towel_green sandals - shakeable
    porch_lantern bed_lamp galley_light - lamp
    blind_bed blind_parlour - blind
    sea_chest cool_box - chest)
  (:init
    (is_at robbie galley) (free robbie)
    (is_at oma porch) (is_at tim bedroom)
    (path galley parlour) (path parlour galley)
    (path parlour bedroom) (path bedroom parlour)
    (path parlour porch) (path porch parlour)
    (outdoors porch)
    (chest_at sea_chest parlour) (chest_at cool_box galley) (open cool_box)
    (packed sea_chest kite) (packed sea_chest towel_green)
    (packed cool_box lemonade)
    (lies porch towel_striped) (sandy towel_striped)
    (lies porch sandals) (sandy sandals)
    (lies bedroom sunhat) (lies parlour bucket_blue) (lies galley torch)
    (has tim bucket_red) (has oma guidebook)
    (lamp_of porch_lantern porch) (lamp_of bed_lamp bedroom) (lamp_of galley_light galley)
    (glowing bed_lamp) (glowing galley_light)
    (blind_of blind_bed bedroom) (blind_of blind_parlour parlour) (drawn blind_bed))
  (:goal (and (has oma lemonade) (glowing porch_lantern)))
)
