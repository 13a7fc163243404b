(define (problem atelier_quai-1) (:domain atelier_quai)
  (:objects tbl_pnt tbl_kit shlf_w jar - flat
    drw_top drw_low - drw
    esl_a esl_b - esl
    nail_n nail_s - nail
    cnv_sea cnv_port cnv_cat - cnv
    brs_fat brs_thin brs_fan - brs
    tub_red tub_blu tub_wht - tub
    cup_grn cup_org - cup
    lmp_esl lmp_bed stv1 - elec)
  (:init (shows esl_a cnv_sea) (shows nail_n cnv_port) (vacant esl_b) (vacant nail_s)
    (has tbl_pnt cnv_cat) (has tbl_pnt brs_fat) (has tbl_pnt tub_red) (has tbl_pnt tub_wht)
    (has jar brs_thin) (has tbl_kit brs_fan) (has drw_low tub_blu)
    (has tbl_kit cup_grn) (has shlf_w cup_org)
    (mucky brs_fat) (mucky brs_fan) (mucky cup_grn)
    (uncapped tub_red) (uncapped tub_wht) (clsd drw_low) (glow lmp_esl) (empty-grip))
  (:goal (and (varnished cnv_sea))))
