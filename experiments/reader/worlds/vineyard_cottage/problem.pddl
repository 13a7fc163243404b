(define (problem vineyard-cottage-september)
  (:domain vineyard_cottage)
  (:objects
    arm - arm
    long-table side-table - table
    wine-crate apple-crate - crate
    hearth-shelf - place
    hook-near hook-far hook-small - hook
    green-coat wool-coat oilskin - coat
    red-bottle white-bottle rose-bottle - bottle
    checked-cloth linen-cloth - cloth
    secateurs corkscrew - thing
    cellar-door yard-door - door
    tile-stove hearth - fire)
  (:init
    (idle arm)
    (contains long-table red-bottle) (contains long-table corkscrew)
    (contains hearth-shelf white-bottle)
    (contains wine-crate rose-bottle) (contains apple-crate secateurs)
    (contains side-table linen-cloth) (contains side-table oilskin)
    (covered-by long-table checked-cloth) (bare side-table)
    (occupied hook-near green-coat) (occupied hook-small wool-coat) (vacant hook-far)
    (sealed wine-crate)
    (corked white-bottle) (corked rose-bottle)
    (bolted cellar-door)
    (burning tile-stove))
  (:goal (and (occupied hook-far oilskin) (corked red-bottle))))
