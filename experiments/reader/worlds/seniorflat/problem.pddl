; drawn = the curtain is closed
(define (problem seniorflat-1) (:domain seniorflat)
 (:objects optical_aid walking_aid pill_dispenser fibre_craft periodical - item
  armchair_seat bedside_surface dining_surface - surface medicine_cabinet sideboard_unit - enclosure
  portal_entry portal_balcony - portal luminaire_reading luminaire_bedroom - luminaire
  display_unit receiver_unit - appliance drape_lounge drape_bedroom - drape feline_tibby - animal flora_violet - flora)
 (:init (effector-free) (positioned optical_aid dining_surface) (positioned walking_aid armchair_seat) (positioned pill_dispenser dining_surface)
  (positioned fibre_craft armchair_seat) (positioned periodical sideboard_unit) (ajar medicine_cabinet) (gap-open portal_balcony)
  (secured portal_entry) (emitting luminaire_bedroom) (active display_unit) (drawn drape_bedroom))
 (:goal (and (nourished feline_tibby))))
