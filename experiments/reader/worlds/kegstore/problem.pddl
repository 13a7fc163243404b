(define (problem kegs) (:domain keg-store)
 (:objects stout-keg lager-keg pale-keg - keg old-ale mild - cask cold-room loading-dock wash-corner - bay cold-room-chiller - chiller
  gas-valve water-valve - valve street-hatch yard-hatch - hatch sack-truck - trolley)
 (:init (at stout-keg cold-room) (at lager-keg cold-room) (at pale-keg wash-corner) (at old-ale cold-room) (at mild loading-dock) (vacant sack-truck)
  (engaged cold-room-chiller) (cools cold-room-chiller cold-room) (shut gas-valve) (supplies gas-valve lager-keg) (ajar yard-hatch) (tapped lager-keg)
  (brimming stout-keg) (brimming lager-keg) (brimming old-ale) (stale old-ale) (locked-wheels sack-truck))
 (:goal (and (at stout-keg loading-dock))))
