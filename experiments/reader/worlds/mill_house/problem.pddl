(define (problem mill_house-1)
  (:domain mill_house)
  (:objects rm_kit rm_lng rm_bth rm_bd rm_gar - rm
            dr_gar dr_bth - dr
            bkt_red bkt_blu tch - obj
            twl_grn twl_wht - twl
            lmp_kit lmp_lng lmp_bd lmp_gar - lmp
            htr_bth htr_lng - htr
            fan_bd fan_kit - fan
            rad_kit tv1 - snd)
  (:init (rob_at rm_lng) (grip_empty)
         (adj rm_kit rm_lng) (adj rm_lng rm_kit) (adj rm_lng rm_bd) (adj rm_bd rm_lng)
         (dr_btw dr_gar rm_kit rm_gar) (dr_btw dr_gar rm_gar rm_kit)
         (dr_btw dr_bth rm_bd rm_bth) (dr_btw dr_bth rm_bth rm_bd)
         (clsd dr_gar)
         (obj_at bkt_red rm_gar) (obj_at bkt_blu rm_kit) (obj_at tch rm_bd)
         (obj_at twl_grn rm_bth) (obj_at twl_wht rm_bd)
         (wet twl_grn)
         (dev_in lmp_kit rm_kit) (dev_in lmp_lng rm_lng) (dev_in lmp_bd rm_bd) (dev_in lmp_gar rm_gar)
         (dev_in htr_bth rm_bth) (dev_in htr_lng rm_lng)
         (dev_in fan_bd rm_bd) (dev_in fan_kit rm_kit)
         (dev_in rad_kit rm_kit) (dev_in tv1 rm_lng)
         (off lmp_kit) (off lmp_gar) (off htr_bth) (off htr_lng) (off fan_kit) (off rad_kit)
         (hi fan_bd))
  (:goal (and (obj_at bkt_red rm_kit))))
