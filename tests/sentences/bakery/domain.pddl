; A robot in a small bakery.
(define (domain bakery)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    appliance shelf fridge door dough tray - object
    oven mixer - appliance
    bread_dough pastry_dough - dough)
  (:predicates
    (on ?a - appliance)
    (open ?x - (either oven fridge door))
    (in ?d - dough ?f - fridge)
    (at ?t - tray ?s - shelf)
    (holding ?t - tray)
    (hands-free)
    (frozen ?d - dough)
    (kneaded ?d - dough)
    (baked ?d - dough)
    (glazed ?d - dough)
    (greased ?t - tray)
    (dirty ?t - tray)
    (gloves-on))

  (:action switch-on
    :parameters (?a - appliance)
    :precondition (not (on ?a))
    :effect (on ?a))

  (:action switch-off
    :parameters (?a - appliance)
    :precondition (on ?a)
    :effect (not (on ?a)))

  (:action open
    :parameters (?x - (either oven fridge door))
    :precondition (not (open ?x))
    :effect (open ?x))

  (:action close
    :parameters (?x - (either oven fridge door))
    :precondition (open ?x)
    :effect (not (open ?x)))

  (:action put-in
    :parameters (?d - dough ?f - fridge)
    :precondition (and (open ?f) (not (in ?d ?f)))
    :effect (in ?d ?f))

  (:action take-out
    :parameters (?d - dough ?f - fridge)
    :precondition (and (open ?f) (in ?d ?f))
    :effect (not (in ?d ?f)))

  (:action thaw
    :parameters (?d - dough)
    :precondition (frozen ?d)
    :effect (not (frozen ?d)))

  (:action knead
    :parameters (?d - dough ?m - mixer)
    :precondition (and (on ?m) (not (baked ?d)))
    :effect (kneaded ?d))

  (:action bake
    :parameters (?d - dough ?t - tray ?o - oven)
    :precondition (and (on ?o) (not (baked ?d)))
    :effect (and (baked ?d) (not (frozen ?d)) (dirty ?t) (not (greased ?t))))

  (:action glaze
    :parameters (?d - dough)
    :precondition (not (glazed ?d))
    :effect (glazed ?d))

  (:action grease
    :parameters (?t - tray)
    :precondition (not (greased ?t))
    :effect (greased ?t))

  (:action wash
    :parameters (?t - tray)
    :precondition (dirty ?t)
    :effect (and (not (dirty ?t)) (not (greased ?t))))

  (:action pick-up
    :parameters (?t - tray ?s - shelf)
    :precondition (and (at ?t ?s) (hands-free))
    :effect (and (holding ?t) (not (at ?t ?s)) (not (hands-free))))

  (:action put-down
    :parameters (?t - tray ?s - shelf)
    :precondition (holding ?t)
    :effect (and (at ?t ?s) (hands-free) (not (holding ?t))))

  (:action put-on-gloves
    :parameters ()
    :precondition (not (gloves-on))
    :effect (gloves-on))

  (:action take-off-gloves
    :parameters ()
    :precondition (gloves-on)
    :effect (not (gloves-on))))
