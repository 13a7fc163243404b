; LIBERO's tabletop scenes: one gripper; drawers and a microwave that open; a stove that is switched.
(define (domain libero)
  (:requirements :adl)
  (:types
    item fixture region - object
    dish vessel - item            ; other things stand on a dish, or lie in a vessel
    table stove doored - fixture
    top area compartment drawer - region
    akita_black_bowl - dish
    white_cabinet wine_rack - fixture
    wine_bottle - item
    kitchen_table - table)
  (:predicates
    (on ?x ?on - object)
    (in ?x ?in - object)
    (open ?x - object)
    (turned_on ?x - stove)
    (holding ?x - item)
    (hand_empty)
    (part_of ?part ?whole - object)
    (closes ?door ?inside - object)  ; what is inside can be reached only while the door is open
    (above ?upper ?lower - object)   ; an open drawer hides those below
    (broad ?x - dish))               ; room for several things

  (:action pick
    :parameters (?x - item)
    :precondition (and (hand_empty)
      (forall (?y - item) (not (on ?y ?x)))
      (forall (?inside - region ?y - item) (not (and (part_of ?inside ?x) (in ?y ?inside))))
      (forall (?door - object ?inside - region)
        (imply (and (closes ?door ?inside) (in ?x ?inside)) (open ?door)))
      (forall (?upper ?lower - drawer) (not (and (above ?upper ?lower) (in ?x ?lower) (open ?upper)))))
    :effect (and (holding ?x) (not (hand_empty))
      (forall (?y - object) (not (on ?x ?y)))
      (forall (?y - region) (not (in ?x ?y)))))

  (:action place_on
    :parameters (?x - item ?target - (either table top area dish))
    :precondition (and (holding ?x) (not (= ?x ?target))
      ; a vessel stands on tables only
      (forall (?v - vessel) (imply (= ?v ?x) (exists (?t - table) (or (= ?t ?target) (part_of ?target ?t)))))
      ; a dish with one place is free, and no dish is filled behind a door
      (forall (?d - dish) (imply (= ?d ?target) (or (broad ?d) (forall (?y - item) (not (on ?y ?d))))))
      (forall (?door - object ?inside - region) (not (and (closes ?door ?inside) (in ?target ?inside)))))
    :effect (and (on ?x ?target) (hand_empty) (not (holding ?x))
      (forall (?t - table) (when (part_of ?target ?t) (on ?x ?t)))))

  (:action place_in
    :parameters (?x - item ?container - (either compartment drawer))
    :precondition (and (holding ?x)
      (forall (?v - vessel) (not (= ?v ?x)))
      (forall (?door - object) (imply (closes ?door ?container) (open ?door)))
      (forall (?upper - drawer) (not (and (above ?upper ?container) (open ?upper)))))
    :effect (and (in ?x ?container) (hand_empty) (not (holding ?x))))

  (:action open
    :parameters (?x - (either drawer doored))
    :precondition (and (hand_empty) (not (open ?x)))
    :effect (open ?x))

  (:action close
    :parameters (?x - (either drawer doored))
    :precondition (and (hand_empty) (open ?x))
    :effect (not (open ?x)))

  (:action turn_on
    :parameters (?x - stove)
    :precondition (and (hand_empty) (not (turned_on ?x)))
    :effect (turned_on ?x))

  (:action turn_off
    :parameters (?x - stove)
    :precondition (and (hand_empty) (turned_on ?x))
    :effect (not (turned_on ?x))))
