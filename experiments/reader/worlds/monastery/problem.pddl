(define (problem vespers) (:domain monastery)
 (:objects psalter breviary - book cowl tunic - garment goblet pitcher - vessel loaf cheese - foodstuff
  lectern bench pallet long_table - spot cell_door refectory_door - door casement - window chest - coffer
  taper_1 taper_2 lantern - light handbell - gong)
 (:init (lies-on psalter bench) (lies-on breviary long_table) (lies-on cowl pallet) (within tunic chest) (lies-on goblet long_table)
  (lies-on pitcher bench) (lies-on loaf long_table) (within cheese chest) (hands-empty) (ajar cell_door) (ajar casement)
  (alight taper_1) (alight lantern) (filled goblet))
 (:goal (and (lies-on psalter lectern))))
