(define (problem gh-1) (:domain glasshouse)
 (:objects orchid_w orchid_v tree_fern barrel_cactus - specimen irrigator_5l - irrigator secateurs - cutter neem_applicator - applicator
  potting_table - bench RU_shelf_01 RU_shelf_02 - rack quarantine_bay - bay roof_louvre side_louvre - louvre
  boiler_unit fogging_unit - climate_unit ap_visitors ap_staff - access_point)
 (:init (hand_vacant) (located_at orchid_w RU_shelf_01) (located_at orchid_v potting_table) (located_at tree_fern RU_shelf_02) (located_at barrel_cactus RU_shelf_02)
  (located_at irrigator_5l potting_table) (located_at secateurs potting_table) (located_at neem_applicator RU_shelf_01)
  (hydrated barrel_cactus) (overgrown tree_fern) (overgrown orchid_w) (infested orchid_v) (retracted side_louvre) (engaged boiler_unit) (latched ap_staff))
 (:goal (and (hydrated tree_fern))))
