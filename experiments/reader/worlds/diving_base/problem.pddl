(define (problem dive-day) (:domain diving-base)
  (:objects anna bruno - diver tank-12L tank-15L - cylinder octopus - regulator drysuit wetsuit - suit main-compressor - compressor rib launch - boat
    alpha-flag storm-flag - flag recompression-chamber - chamber canister-light - torch gear-room pier - station)
  (:init (grip-clear) (pressurized tank-12L) (valve-open tank-15L) (kept-at octopus gear-room) (kept-at tank-12L gear-room) (kept-at tank-15L pier) (kept-at canister-light gear-room)
    (submerged bruno) (briefed bruno) (suited bruno wetsuit) (moored rib) (moored launch) (hoisted storm-flag) (Running main-compressor) (hatch-sealed recompression-chamber))
  (:goal (and (logged-dive bruno))))
