(define (problem barn_conv_p1)
  (:domain barn_conv)
  (:objects
    rm_dn rm_up - rm
    tbl_din dsk_up shf_3 - srf
    cab_l cab_r - cab
    lmp_flr lmp_dsk lmp_bed - lmp
    tv1 tv2 - tv
    win_n win_s - win
    bk_red bk_blu - bk
    cup_big cup_sml - cup
    fern_1 fern_2 - plnt
    kys_ford kys_shed - kys
    trch - itm)
  (:init
    (rob rm_dn) (fr) (lnk rm_dn rm_up) (lnk rm_up rm_dn)
    (fx_in tbl_din rm_dn) (fx_in cab_l rm_dn) (fx_in cab_r rm_dn)
    (fx_in lmp_flr rm_dn) (fx_in tv1 rm_dn) (fx_in win_n rm_dn)
    (fx_in dsk_up rm_up) (fx_in shf_3 rm_up) (fx_in lmp_dsk rm_up)
    (fx_in lmp_bed rm_up) (fx_in tv2 rm_up) (fx_in win_s rm_up)
    (i_on fern_1 tbl_din) (i_on bk_red tbl_din) (i_on kys_shed tbl_din)
    (i_on bk_blu dsk_up) (i_on cup_sml dsk_up)
    (i_on fern_2 shf_3) (i_on trch shf_3)
    (i_in cup_big cab_l) (i_in kys_ford cab_r)
    (op cab_l) (pw lmp_flr) (pw lmp_bed) (pw tv1)
    (bl_dn win_n) (wtrd fern_1) (drt cup_sml))
  (:goal (and (wtrd fern_2) (not (drt cup_sml)))))
