; A household as a robot with one hand finds it, for plans from a picture and a sentence alone. The skills are those whose
; verbs people use of LIBERO, ALFRED and SayCan. A skill may be done where it changes nothing (opening what is open): what
; a picture does not show need not be known.
(define (domain household)
  (:requirements :typing :equality :disjunctive-preconditions :quantified-preconditions :conditional-effects)
  (:types
    place item person plant button - object
    surface container lamp - place
    sink stove - surface              ; a sink has a tap; a stove is switched
    bin cupboard - container          ; a bin is always open; a cupboard has a door, a lid, or is a drawer
    fridge heater washer - cupboard   ; a heater is a microwave or an oven; a washer washes what is in it
    dish food tool - item             ; a dish holds things (plate, bowl, pan); a tool is any other thing
    vessel - dish                     ; what can be filled: cup, mug, pot, bottle, glass
    knife cloth - tool)               ; a cloth wipes: sponge, towel
  (:predicates
    (on ?x - item ?on - (either surface dish))
    (in ?x - item ?in - (either container dish))
    (holding ?x - item)
    (hand-empty)
    (reachable ?x - item)             ; it lies in the open, behind no closed door
    (near ?x - (either place person plant button))
    (open ?x - cupboard)
    (turned-on ?x - (either lamp stove sink heater washer))
    (dirty ?x - (either item surface))
    (hot ?x - item)
    (cold ?x - item)
    (sliced ?x - food)
    (cooked ?x - food)
    (full ?x - vessel)
    (watered ?x - plant)
    (pressed ?x - button)
    (examined ?x - item)
    (given ?x - item ?to - person))

  ; where the robot is
  (:action go-to
    :parameters (?x - (either place person plant button))
    :precondition ()
    :effect (and (forall (?other - (either place person plant button)) (not (near ?other))) (near ?x)))

  ; hand and things
  (:action pick-up
    :parameters (?x - item)
    :precondition (and (hand-empty) (reachable ?x))
    :effect (and (holding ?x) (not (hand-empty)) (not (reachable ?x))
      (forall (?p - (either surface dish)) (not (on ?x ?p)))
      (forall (?p - (either container dish)) (not (in ?x ?p)))))
  (:action put-down
    :parameters (?x - item)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (hand-empty) (reachable ?x)))
  (:action put-on
    :parameters (?x - item ?on - (either surface dish))
    :precondition (and (holding ?x) (not (= ?x ?on)))
    :effect (and (on ?x ?on) (not (holding ?x)) (hand-empty) (reachable ?x)))
  (:action put-in
    :parameters (?x - item ?in - (either bin dish))
    :precondition (and (holding ?x) (not (= ?x ?in)))
    :effect (and (in ?x ?in) (not (holding ?x)) (hand-empty) (reachable ?x)))
  (:action put-into
    :parameters (?x - item ?in - cupboard)
    :precondition (and (holding ?x) (open ?in))
    :effect (and (in ?x ?in) (not (holding ?x)) (hand-empty) (reachable ?x)))
  (:action throw-away
    :parameters (?x - item ?in - bin)
    :precondition (holding ?x)
    :effect (and (in ?x ?in) (not (holding ?x)) (hand-empty)))
  (:action give
    :parameters (?x - item ?to - person)
    :precondition (and (holding ?x) (near ?to))
    :effect (and (given ?x ?to) (not (holding ?x)) (hand-empty)))

  ; doors, lids and drawers; what is behind them
  (:action open
    :parameters (?x - cupboard)
    :precondition (hand-empty)
    :effect (and (open ?x) (forall (?y - item) (when (in ?y ?x) (reachable ?y)))))
  (:action close
    :parameters (?x - cupboard)
    :precondition (hand-empty)
    :effect (and (not (open ?x)) (forall (?y - item) (when (in ?y ?x) (not (reachable ?y))))))

  ; switches
  (:action turn-on
    :parameters (?x - (either lamp stove sink heater washer))
    :precondition (hand-empty)
    :effect (turned-on ?x))
  (:action turn-off
    :parameters (?x - (either lamp stove sink heater washer))
    :precondition (hand-empty)
    :effect (not (turned-on ?x)))
  (:action press
    :parameters (?x - button)
    :precondition (near ?x)
    :effect (pressed ?x))

  ; what is done to things
  (:action slice
    :parameters (?x - food ?with - knife)
    :precondition (and (holding ?with) (reachable ?x))
    :effect (sliced ?x))
  (:action wash
    :parameters (?x - item ?at - sink)
    :precondition (and (holding ?x) (near ?at))
    :effect (not (dirty ?x)))
  (:action wipe
    :parameters (?x - surface ?with - cloth)
    :precondition (and (holding ?with) (near ?x))
    :effect (not (dirty ?x)))
  (:action heat
    :parameters (?x - item ?in - heater)
    :precondition (and (holding ?x) (near ?in))
    :effect (and (hot ?x) (not (cold ?x))))
  (:action cool
    :parameters (?x - item ?in - fridge)
    :precondition (and (holding ?x) (near ?in))
    :effect (and (cold ?x) (not (hot ?x))))
  (:action cook
    :parameters (?x - food ?on - stove)
    :precondition (and (turned-on ?on) (reachable ?x) (exists (?pan - dish) (and (in ?x ?pan) (on ?pan ?on))))
    :effect (and (cooked ?x) (hot ?x) (not (cold ?x))))
  (:action examine
    :parameters (?x - item ?by - lamp)
    :precondition (and (holding ?x) (near ?by) (turned-on ?by))
    :effect (examined ?x))

  ; water
  (:action fill
    :parameters (?x - vessel ?at - sink)
    :precondition (and (holding ?x) (near ?at))
    :effect (full ?x))
  (:action empty
    :parameters (?x - vessel ?into - sink)
    :precondition (and (holding ?x) (near ?into))
    :effect (not (full ?x)))
  (:action pour
    :parameters (?from ?into - vessel)
    :precondition (and (holding ?from) (full ?from) (reachable ?into) (not (= ?from ?into)))
    :effect (and (full ?into) (not (full ?from))))
  (:action water
    :parameters (?x - plant ?with - vessel)
    :precondition (and (holding ?with) (full ?with) (near ?x))
    :effect (and (watered ?x) (not (full ?with))))
)
