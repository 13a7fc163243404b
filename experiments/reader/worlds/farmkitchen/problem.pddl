(define (problem farmkitchen-p) (:domain farmkitchen)
 (:objects butter-pat ham-joint egg-tray flour-sack - foodstuff enamel-jug-white enamel-jug-blue preserving-pan - vessel
  pantry cellar - storage deal-table - worktop pantry-door cellar-trapdoor yard-door - hatch range-cooker oil-lantern - appliance tomcat collie - animal)
 (:init (stored-in butter-pat deal-table) (stored-in ham-joint deal-table) (stored-in egg-tray pantry) (stored-in flour-sack cellar) (stored-in enamel-jug-white stone-sink)
  (stored-in enamel-jug-blue deal-table) (stored-in preserving-pan pantry) (scoured enamel-jug-blue) (hands-empty) (ajar pantry-door) (ajar yard-door) (bolted cellar-trapdoor)
  (gives-access pantry-door pantry) (gives-access cellar-trapdoor cellar) (fired range-cooker) (indoors tomcat) (indoors collie))
 (:goal (and (fed collie))))
