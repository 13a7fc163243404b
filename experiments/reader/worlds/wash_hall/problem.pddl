(define (problem wh-1) (:domain wash_hall)
 (:objects sd_012 sd_047 - single_decker dd_180 - double_decker bay_A bay_B - wash_bay yard_1 yard_2 - stand
  gate_in gate_out - shutter brush_rig pressure_pump - machine floodlight pit_lamp - luminary besom_1 - besom chamois_1 - chamois)
 (:init (palm_free) (berthed sd_012 bay_A) (berthed sd_047 yard_1) (berthed dd_180 yard_2) (unoccupied bay_B) (unoccupied fuel_stand)
  (hull_soiled sd_047) (hull_soiled dd_180) (cabin_littered sd_012) (cabin_littered dd_180) (panes_smeared sd_047) (fuel_depleted sd_012) (fuel_depleted sd_047)
  (raised gate_in) (operational brush_rig) (luminous floodlight) (hooked besom_1) (hooked chamois_1))
 (:goal (and (not (hull_soiled dd_180)))))
