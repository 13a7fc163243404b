(define (problem seacaravan-p) (:domain seacaravan)
 (:objects flashlight rubber_boots beach-towel wetsuit folding_chair - gear bunk_locker cool_chest - hold table-fold doorstep_mat clothes_rail - spot
  entry_door roof_vent - aperture string_lights radio_set fridge_unit - consumer windbreak parasol - canopy water-tank - fluid_tank biscuit_dog - dog)
 (:init (at lead clothes_rail) (at flashlight bunk_locker) (at rubber_boots table-fold) (at beach-towel table-fold) (at wetsuit doorstep_mat) (at folding_chair doorstep_mat) (paw_free)
  (lid-up cool_chest) (is-open roof_vent) (is-open entry_door) (live radio_set) (live fridge_unit) (gas-on) (unfurled parasol) (desanded folding_chair))
 (:goal (and (walked biscuit_dog))))
