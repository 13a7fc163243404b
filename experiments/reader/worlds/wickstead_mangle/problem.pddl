(define (problem wickstead_mangle_monday)
  (:domain wickstead_mangle)
  (:objects
    nell omar - helper
    washer - washing_machine
    dryer - tumble_dryer
    airing_cupboard - cupboard
    wicker_basket plastic_basket - basket
    folding_table windowsill - surface
    clothes_horse - line
    soap_drawer softener_drawer - dispenser
    football_shirt work_shirt school_shirt football_socks wool_socks bath_towel tea_towel green_jumper duvet_cover - garment
    peg_bag stain_stick - article)
  (:init
    (hand-idle)
    (inside bath_towel washer) (damp bath_towel)
    (inside tea_towel dryer)
    (ajar dryer)
    (inside football_shirt wicker_basket) (inside football_socks wicker_basket) (inside work_shirt wicker_basket)
    (soiled football_shirt) (soiled football_socks) (soiled work_shirt)
    (inside school_shirt plastic_basket) (inside wool_socks plastic_basket)
    (folded wool_socks)
    (upon clothes_horse green_jumper) (damp green_jumper)
    (upon clothes_horse duvet_cover)
    (upon folding_table peg_bag)
    (upon windowsill stain_stick)
    (low soap_drawer))
  (:goal (and (not (soiled work_shirt)))))
