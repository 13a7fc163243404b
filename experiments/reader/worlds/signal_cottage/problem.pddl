(define (problem signal_cottage-1)
  (:domain signal_cottage)
  (:objects
    bts_dad bts_mum - boots
    can_big can_small - can
    chr_stripe chr_plain - chair
    spade rake - tool
    shed porch barrow arbour - plc
    bed_rose bed_bean - bed
    goat hens - animal
    gate_n gate_s - gate
    path yard - ground
    flag awning - cloth)
  (:init
    (hnd_free)
    (loc bts_dad porch) (muddy bts_dad) (loc bts_mum porch)
    (loc chr_stripe porch)
    (loc can_big shed) (loc chr_plain shed) (folded chr_plain)
    (loc can_small arbour) (filled can_small)
    (loc spade barrow) (loc rake barrow)
    (parched bed_rose) (parched bed_bean)
    (famished goat) (famished hens)
    (latched gate_n)
    (littered path) (littered yard)
    (hoisted flag))
  (:goal (and (latched gate_s) (not (littered path)))))
