(define (problem studentdigs-1) (:domain studentdigs)
 (:objects vessel_mug vessel_bowl - vessel  garment_hoodie garment_socks - garment  textbook_physics textbook_law - printed
  work_surface rest_surface RU_shelf_02 - surface  storage_wardrobe cold_storage waste_receptacle - enclosure
  entry_portal glazed_portal - portal  monitor_2 portable_light handset ceiling_luminaire - powered  bedding - linen_set)
 (:init (loc-at vessel_mug work_surface) (loc-at vessel_bowl rest_surface) (loc-at garment_hoodie rest_surface) (loc-at garment_socks work_surface)
  (loc-at textbook_physics work_surface) (stowed textbook_law storage_wardrobe) (effector_idle) (sealed cold_storage) (sealed waste_receptacle)
  (closed entry_portal) (closed glazed_portal) (powered_on monitor_2) (powered_on ceiling_luminaire) (charging portable_light))
 (:goal (and (not (powered_on monitor_2)))))
