(define (problem studio_late)
  (:domain basement_studio)
  (:objects
    lmp_1 lmp_2 lmp_desk - lamp
    spk_l spk_r - speaker
    tv1 mon2 pc amp - dev
    cbl_red cbl_yel cbl_blu - cable
    mic1 mic2 gtr hdp mug - gear
    cab_l cab_r dsk rck - place)
  (:init
    (unlit lmp_2)
    (muted spk_l)
    (asleep mon2) (asleep pc)
    (coiled cbl_yel) (loose cbl_yel) (loose cbl_blu) (patched cbl_red amp)
    (lidded cab_l) (lidded cab_r) (shut cab_l)
    (holds dsk mic1) (holds dsk mug) (holds cab_l mic2) (holds rck gtr) (holds cab_r hdp)
    (hand_free))
  (:goal (and (asleep amp) (unlit lmp_desk))))
