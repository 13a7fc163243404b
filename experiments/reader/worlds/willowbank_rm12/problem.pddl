(define (problem rm12_after_tea)
  (:domain willowbank_rm12)
  (:objects
    bs_tbl ovb_tbl armch wsill - place
    drw_top drw_bot wardr - store
    crt_win crt_bed - curtain
    lmp_bed lmp_std tv1 rdo - elec
    bed_head bed_foot - bedpart
    blk_tartan blk_wool - blanket
    vs_tulip - vase
    hear_aid - aid
    bk_red bk_grn spec_read spec_far pill_box - thing)
  (:init
    (location ovb_tbl bk_red) (location wsill bk_grn)
    (location armch spec_far) (within drw_top spec_read)
    (location bs_tbl pill_box) (within drw_bot hear_aid) (flat_batt hear_aid)
    (location armch blk_tartan) (within wardr blk_wool)
    (location wsill vs_tulip) (dry vs_tulip)
    (shut drw_top) (shut drw_bot) (shut crt_win)
    (on tv1) (on lmp_std)
    (raised bed_foot))
  (:goal (and (with_ivy spec_read) (raised bed_head))))
