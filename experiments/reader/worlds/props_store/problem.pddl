(define (problem props_night) (:domain props_inventory)
 (:objects rapier_01 rapier_02 dagger_01 - weapon crown_gilt top_hat - headgear goblet_pewter teapot_china - tableware flashlight_01 storm_lantern - portable_light
  RU_shelf_01 RU_shelf_02 RU_shelf_03 - shelf_unit wicker_trunk costume_trunk - trunk_unit ophelia_actor yorick_actor - performer overhead_luminaire dehumidifier - fixture)
 (:init (grasp_vacant) (resides_on rapier_01 RU_shelf_01) (packed_in rapier_02 wicker_trunk) (issued_to dagger_01 yorick_actor) (resides_on crown_gilt RU_shelf_02)
  (resides_on top_hat RU_shelf_01) (resides_on goblet_pewter RU_shelf_03) (resides_on teapot_china RU_shelf_03) (resides_on flashlight_01 RU_shelf_02) (packed_in storm_lantern costume_trunk)
  (lid_raised costume_trunk) (locked_down wicker_trunk) (soiled crown_gilt) (soiled goblet_pewter) (soiled top_hat) (labelled rapier_01) (fractured teapot_china) (emitting storm_lantern) (active dehumidifier))
 (:goal (and (issued_to crown_gilt ophelia_actor))))
