(define (problem p) (:domain canteen-kitchen)
 (:objects hob-unit exhaust-hood dish-sanitizer - appliance cold-room - refrigeration dry-store refuse-vessel - enclosure
  poultry carrots soup-base custard - foodstuff blade-large ladle - ware hob-surface prep-counter serving-hatch wash-bay - station napkin-dispenser soap-dispenser - dispenser)
 (:init (effector-clear) (engaged exhaust-hood) (ajar cold-room) (bolted dry-store) (heats hob-unit hob-surface) (cuts blade-large) (raw-meat poultry)
  (housed-in poultry cold-room) (housed-in custard cold-room) (housed-in carrots dry-store) (at-station soup-base prep-counter)
  (ware-at blade-large wash-bay) (ware-at ladle prep-counter) (sanitized serving-hatch) (replenished soap-dispenser) (ajar refuse-vessel))
 (:goal (and (thermally-processed soup-base))))
