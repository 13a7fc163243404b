(define (problem techloft2-p) (:domain techloft2)
 (:objects pendant_light desk_luminaire portable_light_dock - luminaire monitor_2 audio_hub - media_dev hvac_fan radiant_htr - climate_dev
  skylight_N terrace_door - opening awning_1 parasol_1 - shade basil_pot ficus_pot - plant
  tablet_1 vessel_w vessel_k - portable workbench_01 RU_shelf_02 terrace_table - surface)
 (:init (energized pendant_light) (energized monitor_2) (energized radiant_htr) (energized audio_hub) (unsealed skylight_N) (latched terrace_door) (deployed parasol_1)
  (loc_of wcan_1 RU_shelf_02) (loc_of microfibre_1 workbench_01) (loc_of tablet_1 terrace_table) (loc_of vessel_w terrace_table) (loc_of vessel_k workbench_01) (gripper_free) (sanitized RU_shelf_02))
 (:goal (and (hydrated basil_pot))))
