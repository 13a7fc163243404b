(define (problem flat_eleven-1) (:domain flat_eleven)
 (:objects cup_grn cup_blu pan - dish
  bk_red bk_yel keys rmt - thing
  tbl sofa sill - srf
  cab_l cab_r frg - cab
  lmp_kit lmp_bed lmp_sofa - lmp
  tv1 - tv
  bld_kit bld_bed - bld)
 (:init (loc cup_grn tbl) (loc cup_blu sill) (loc pan cab_l) (clean pan)
  (loc bk_red sofa) (loc bk_yel tbl) (loc keys cab_r) (loc rmt sofa)
  (opn tbl) (opn sofa) (opn sill) (opn cab_l)
  (pwr lmp_kit) (plugged lmp_kit) (plugged lmp_bed) (pwr tv1) (plugged tv1)
  (up bld_kit) (idle))
 (:goal (and (clean cup_grn) (loc cup_grn cab_l))))
