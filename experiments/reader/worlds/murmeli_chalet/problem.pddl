(define (problem murmeli_chalet_evening)
  (:domain murmeli_chalet)
  (:objects
    parlour bunkroom porch - room
    oak_table mantel boot_rack bench top_bunk low_bunk - spot
    red_ski_boots grey_ski_boots - boots
    wool_blanket tartan_blanket - blanket
    tin_mug blue_mug - mug
    birch_log pine_log - log
    jigsaw binoculars - plaything
    parlour_lantern bunk_lantern porch_lantern - lantern
    valley_window lake_window - window
    tiled_stove - stove
    porch_door - door
    sledge - bulky
    oma lukas - person)
  (:init
    (robot-at porch) (hand-free)
    (spot-in oak_table parlour) (spot-in mantel parlour) (spot-in boot_rack porch) (spot-in bench porch)
    (spot-in top_bunk bunkroom) (spot-in low_bunk bunkroom)
    (person-in oma parlour) (person-in lukas bunkroom)
    (lantern-in parlour_lantern parlour) (lantern-in bunk_lantern bunkroom) (lantern-in porch_lantern porch)
    (window-in valley_window parlour) (window-in lake_window bunkroom)
    (stove-in tiled_stove parlour) (door-in porch_door porch) (stands-in sledge porch)
    (lies red_ski_boots boot_rack) (lies grey_ski_boots bench)
    (lies birch_log bench) (lies pine_log bench)
    (lies tin_mug oak_table) (lies blue_mug top_bunk)
    (lies wool_blanket low_bunk) (lies tartan_blanket top_bunk)
    (lies jigsaw mantel) (lies binoculars oak_table)
    (wet red_ski_boots) (wet tartan_blanket)
    (lit bunk_lantern) (lit porch_lantern)
    (shuttered valley_window)
    (bolted porch_door))
  (:goal (and (lit parlour_lantern)))
)
