(define (problem bloodbank-1) (:domain bloodbank)
  (:objects rbc_o_neg rbc_a_pos rbc_b_pos - rbc ffp_1 ffp_2 - plasma plt_1 plt_2 - platelets
            main_fridge quarantine_fridge - refrigerator deep_freezer - freezer shaker_1 - shaker bench hatch - worktop)
  (:init (hands_free) (located rbc_o_neg main_fridge) (located rbc_a_pos main_fridge) (located rbc_b_pos quarantine_fridge)
         (located ffp_1 deep_freezer) (located ffp_2 deep_freezer) (frozen ffp_1) (frozen ffp_2)
         (located plt_1 shaker_1) (located plt_2 hatch) (agitating shaker_1)
         (unlatched quarantine_fridge) (armed main_fridge) (armed deep_freezer)
         (labelled rbc_o_neg) (labelled plt_1))
  (:goal (and (issued rbc_a_pos))))
