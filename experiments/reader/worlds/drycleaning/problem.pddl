(define (problem drycleaning-1) (:domain drycleaning)
 (:objects tuxedo silk-gown wool-coat bellboy-jacket - garment drum-1 drum-2 - drum steam-presser - presser solvent-valve - valve
  fume-exhauster - exhauster guest-rail staff-rail - rail corridor-door yard-door - room-door)
 (:init (in-hamper tuxedo) (in-hamper silk-gown) (inside wool-coat drum-2) (on-rail bellboy-jacket staff-rail) (manipulator-free) (empty-drum drum-1) (hatch-sealed drum-2)
  (stained tuxedo) (stained silk-gown) (stained wool-coat) (creased bellboy-jacket) (creased silk-gown) (extracting fume-exhauster) (locked yard-door) (heated steam-presser) (delicate silk-gown))
 (:goal (and (on-rail tuxedo guest-rail))))
