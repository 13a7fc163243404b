(define (problem leos_loft_1)
  (:domain leos_loft)
  (:objects
    dsk bed flr shlf - spt
    crt_grn crt_blk hmpr - bx
    blnd_n blnd_s - blnd
    lmp_1 lmp_2 tv1 cnsl spkr - dev
    hd_gry hd_blk sks - clth
    bk_red bk_blu - bk
    phn tblt - gdgt
    gtr - instr)
  (:init
    (hand_free)
    (by lmp_1 dsk) (by lmp_2 bed) (by tv1 shlf) (by cnsl flr) (by spkr dsk)
    (off lmp_1) (off cnsl)
    (unplugged cnsl)
    (loc hd_gry flr) (loc sks flr) (loc bk_red bed) (loc phn dsk)
    (loc tblt bed) (loc gtr bed)
    (in_bx crt_grn bk_blu) (in_bx crt_blk hd_blk)
    (dirty hd_gry) (dirty sks)
    (flat_bat phn) (flat_bat tblt)
    (lidded crt_grn)
    (rolled_up blnd_n))
  (:goal (and (not (dirty hd_gry)) (off spkr))))
