(define (problem duplexflat1) (:domain duplexflat)
 (:objects l0_hall l0_kitchen l1_landing l1_bedroom - zone
  luminaire_l0_hall luminaire_l0_kitchen luminaire_l1_bedroom - luminaire audio_unit heat_emitter_l1 - appliance
  covering_l1_e covering_l1_w - covering entry_portal balcony_portal_l1 - portal
  crockery_store_l0 linen_store_l1 - storage_unit
  drinking_vessel_blue drinking_vessel_white textile_cover_wool - portable flora_fern_l0 flora_cactus_l1 - flora)
 (:init (unit_at l0_hall) (manipulator_free)
  (adjoins l0_hall l0_kitchen) (adjoins l0_kitchen l0_hall) (adjoins l0_hall l1_landing) (adjoins l1_landing l0_hall) (adjoins l1_landing l1_bedroom) (adjoins l1_bedroom l1_landing)
  (sited luminaire_l0_hall l0_hall) (sited luminaire_l0_kitchen l0_kitchen) (sited luminaire_l1_bedroom l1_bedroom) (sited audio_unit l0_kitchen) (sited heat_emitter_l1 l1_bedroom)
  (sited covering_l1_e l1_bedroom) (sited covering_l1_w l1_bedroom) (sited entry_portal l0_hall) (sited balcony_portal_l1 l1_bedroom)
  (sited crockery_store_l0 l0_kitchen) (sited linen_store_l1 l1_landing) (sited drinking_vessel_blue l1_bedroom) (sited drinking_vessel_white l1_landing)
  (stowed textile_cover_wool linen_store_l1) (sited flora_fern_l0 l0_hall) (sited flora_cactus_l1 l1_bedroom)
  (energized luminaire_l0_kitchen) (energized luminaire_l1_bedroom) (energized audio_unit) (unsealed balcony_portal_l1) (retracted covering_l1_w))
 (:goal (and (secured entry_portal))))
