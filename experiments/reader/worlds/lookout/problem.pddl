(define (problem dry-season) (:domain lookout-station)
  (:objects ground-level cabin-deck catwalk - zone trapdoor gallery-door - hatchway
    gen-set - generator vhf-transceiver rotating-beacon ceiling-fixture - device
    binocular-10x spotting-scope - optic fuel-canister water-jug - gear
    north-ridge lake-side south-slope - sector red-pennant white-pennant - pennant potted-fern tomato-seedling - flora)
  (:init (unit-in cabin-deck) (arm-free) (links trapdoor ground-level cabin-deck) (links trapdoor cabin-deck ground-level)
    (links gallery-door cabin-deck catwalk) (links gallery-door catwalk cabin-deck) (sealed gallery-door)
    (online gen-set) (fuelled gen-set) (online ceiling-fixture) (is-outside catwalk) (is-fuel fuel-canister) (is-water water-jug)
    (is-transceiver vhf-transceiver) (loc-of binocular-10x cabin-deck) (loc-of spotting-scope cabin-deck) (smudged binocular-10x)
    (loc-of fuel-canister ground-level) (loc-of water-jug cabin-deck) (scanned south-slope) (hoisted white-pennant))
  (:goal (and (reported south-slope))))
