(define (problem libraryroom1) (:domain libraryroom)
 (:objects surface_reading surface_issue_desk - surface
  monograph_botany monograph_whales atlas_large periodical_daily - holding RU_rack_01_upper RU_rack_02_lower - rack vitrine_cabinet - cabinet
  fenestration_n fenestration_s - fenestration shade_n shade_s - shade luminaire_reading luminaire_ceiling - luminaire catalog_terminal reprographic_unit - terminal)
 (:init (effector_idle) (loc_of monograph_botany surface_reading) (loc_of monograph_whales surface_reading) (loc_of periodical_daily surface_issue_desk)
  (accessioned_in atlas_large vitrine_cabinet) (locked_out vitrine_cabinet) (splayed monograph_whales)
  (vented fenestration_n) (deployed shade_s) (lit_state luminaire_ceiling) (powered reprographic_unit) (dusted RU_rack_01_upper))
 (:goal (and (not (splayed monograph_whales)))))
