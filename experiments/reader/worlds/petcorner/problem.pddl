(define (problem petcorner-1) (:domain petcorner)
 (:objects feline_1 lagomorph_1 - animal canine_large canine_small - canine
  feed_receptacle_f feed_receptacle_c - feeder hydration_receptacle - receptacle
  tether_red tether_blue - tether plush_rodent - item bristle_implement - tool
  wire_enclosure transport_crate - enclosure
  padded_berth upholstered_seat ground_surface - zone
  garden_portal flap_unit - portal heat_luminaire aquarium_pump - device)
 (:init (positioned feline_1 upholstered_seat) (positioned lagomorph_1 wire_enclosure)
  (positioned canine_large ground_surface) (positioned canine_small padded_berth)
  (positioned feed_receptacle_f ground_surface) (positioned feed_receptacle_c ground_surface)
  (positioned hydration_receptacle ground_surface) (positioned tether_red upholstered_seat)
  (positioned tether_blue ground_surface) (positioned plush_rodent upholstered_seat)
  (positioned bristle_implement transport_crate) (manipulator-free)
  (unlatched padded_berth) (unlatched upholstered_seat) (unlatched ground_surface)
  (unlatched transport_crate) (unlatched garden_portal)
  (charged feed_receptacle_c) (energized heat_luminaire) (tethered canine_small) (nourished canine_large))
 (:goal (and (nourished feline_1))))
