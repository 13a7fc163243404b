(define (problem assisted-flat-1) (:domain assisted-flat)
  (:objects front_door - door bedroom_casement kitchen_casement - casement med_cabinet sideboard - cabinet
    dining_table armchair nightstand - surface
    spectacles_herbert spectacles_irma pill_organizer hearing_device mobility_cane - item
    tv_unit floor_luminaire bedside_luminaire bed_warmer cooktop - appliance
    fern geranium - plant budgie - creature)
  (:init (gripper-vacant) (unsealed bedroom_casement) (unsealed sideboard)
    (resting-on spectacles_herbert armchair) (resting-on spectacles_irma nightstand)
    (resting-on pill_organizer dining_table) (resting-on mobility_cane armchair) (stowed hearing_device sideboard)
    (energized tv_unit) (energized floor_luminaire))
  (:goal (and (bolted front_door))))
