(define (problem lavender-bedroom-night) (:domain lavender_bedroom)
  (:objects tall-candle stub-candle - flame
    night-light heat-pad tv-set digital-clock - gadget
    wardrobe-door sash-window cupboard-door - opening
    quilt fur-rug - bedding
    air-bed neck-cushion - airy
    navy-coat tweed-coat silk-scarf wool-socks silk-gown - garment
    wardrobe-rail cupboard-rail - hanging-place
    armchair trunk - flat-place)
  (:init (alight tall-candle)
    (glowing tv-set) (glowing heat-pad) (glowing digital-clock)
    (ajar sash-window) (ajar cupboard-door)
    (spread fur-rug)
    (inflated neck-cushion)
    (belongs-to wardrobe-rail wardrobe-door) (belongs-to cupboard-rail cupboard-door)
    (hangs navy-coat wardrobe-rail) (hangs silk-gown cupboard-rail)
    (lies tweed-coat armchair) (lies silk-scarf armchair) (lies wool-socks trunk)
    (carrying-nothing))
  (:goal (and (not (glowing tv-set)) (spread quilt))))
