(define (domain tern_street_utility)
  (:requirements :strips :typing :negative-preconditions)
  (:types item spot light appliance trap - object
          garment - item
          rack enclosed - spot
          washer dryer cupboard - enclosed)
  (:predicates
    (contains ?s - spot ?i - item)
    (door_shut ?e - enclosed)
    (dirty ?g - garment)
    (damp ?g - garment)
    (creased ?g - garment)
    (folded ?g - garment)
    (unplugged ?a - appliance)
    (presses ?a - appliance)
    (full ?t - trap)
    (lit ?l - light))
  (:action carry
    :parameters (?i - item ?from - rack ?to - rack)
    :precondition (and (contains ?from ?i) (not (contains ?to ?i)))
    :effect (and (contains ?to ?i) (not (contains ?from ?i))))
  (:action load
    :parameters (?i - item ?from - rack ?to - enclosed)
    :precondition (and (contains ?from ?i) (not (door_shut ?to)))
    :effect (and (contains ?to ?i) (not (contains ?from ?i))))
  (:action unload
    :parameters (?i - item ?from - enclosed ?to - rack)
    :precondition (and (contains ?from ?i) (not (door_shut ?from)))
    :effect (and (contains ?to ?i) (not (contains ?from ?i))))
  (:action open_door
    :parameters (?e - enclosed)
    :precondition (door_shut ?e)
    :effect (not (door_shut ?e)))
  (:action shut_door
    :parameters (?e - enclosed)
    :precondition (not (door_shut ?e))
    :effect (door_shut ?e))
  (:action wash
    :parameters (?g - garment ?m - washer)
    :precondition (and (contains ?m ?g) (door_shut ?m) (dirty ?g))
    :effect (and (damp ?g) (not (dirty ?g))))
  (:action tumble
    :parameters (?g - garment ?m - dryer)
    :precondition (and (contains ?m ?g) (door_shut ?m) (damp ?g))
    :effect (not (damp ?g)))
  (:action press
    :parameters (?g - garment ?a - appliance)
    :precondition (and (presses ?a) (not (unplugged ?a)) (creased ?g) (not (damp ?g)))
    :effect (not (creased ?g)))
  (:action fold
    :parameters (?g - garment)
    :precondition (and (not (damp ?g)) (not (folded ?g)))
    :effect (folded ?g))
  (:action plug_in
    :parameters (?a - appliance)
    :precondition (unplugged ?a)
    :effect (not (unplugged ?a)))
  (:action unplug
    :parameters (?a - appliance)
    :precondition (not (unplugged ?a))
    :effect (unplugged ?a))
  (:action empty_out
    :parameters (?t - trap)
    :precondition (full ?t)
    :effect (not (full ?t)))
  (:action light_up
    :parameters (?l - light)
    :precondition (not (lit ?l))
    :effect (lit ?l))
  (:action put_out
    :parameters (?l - light)
    :precondition (lit ?l)
    :effect (not (lit ?l))))
