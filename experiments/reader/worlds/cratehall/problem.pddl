; tagged = the address label is on; sealed = taped shut
(define (problem cratehall-1) (:domain cratehall)
 (:objects carton_small carton_large - carton manifest_folder hi_vis_garment - tool barcode_reader - handset
  workstation_surface transit_pallet RU_shelf_01 RU_shelf_02 - surface file_cabinet key_case - enclosure
  dock_door_a dock_door_b - rolling_door luminaire_n luminaire_s - luminaire print_unit hvac_unit belt_unit - machine)
 (:init (gripper-free) (loc carton_small workstation_surface) (loc carton_large transit_pallet) (loc manifest_folder workstation_surface)
  (loc hi_vis_garment RU_shelf_01) (loc barcode_reader file_cabinet) (unlatched key_case) (raised dock_door_a) (interlocked dock_door_b)
  (energised belt_unit) (energised hvac_unit) (lit luminaire_n) (sealed carton_large) (tagged carton_large))
 (:goal (and (loc carton_small transit_pallet))))
