(define (domain steamy_bathroom)
  (:requirements :strips :typing :negative-preconditions)
  (:types spot item tap window bulb - object
          fixture ledge hook basket - spot
          basin loo glass - fixture
          towel plant electric - item)
  (:predicates
    (keeps ?s - spot ?i - item)
    (thirsty ?p - plant)
    (flowing ?t - tap)
    (feeds ?t - tap ?b - basin)
    (stoppered ?b - basin)
    (brimming ?b - basin)
    (damp ?t - towel)
    (ajar ?w - window)
    (glowing ?l - bulb)
    (grimy ?f - fixture)
    (unplugged ?e - electric))
  (:action shift
    :parameters (?i - item ?from - spot ?to - spot)
    :precondition (keeps ?from ?i)
    :effect (and (not (keeps ?from ?i)) (keeps ?to ?i)))
  (:action water
    :parameters (?p - plant ?t - tap)
    :precondition (and (thirsty ?p) (flowing ?t))
    :effect (not (thirsty ?p)))
  (:action run-tap
    :parameters (?t - tap)
    :precondition (not (flowing ?t))
    :effect (flowing ?t))
  (:action shut-tap
    :parameters (?t - tap)
    :precondition (flowing ?t)
    :effect (not (flowing ?t)))
  (:action plug-drain
    :parameters (?b - basin)
    :precondition (not (stoppered ?b))
    :effect (stoppered ?b))
  (:action pull-plug
    :parameters (?b - basin)
    :precondition (stoppered ?b)
    :effect (and (not (stoppered ?b)) (not (brimming ?b))))
  (:action fill
    :parameters (?b - basin ?t - tap)
    :precondition (and (feeds ?t ?b) (flowing ?t) (stoppered ?b) (not (grimy ?b)))
    :effect (brimming ?b))
  (:action hang-to-dry
    :parameters (?t - towel ?h - hook)
    :precondition (and (keeps ?h ?t) (damp ?t))
    :effect (not (damp ?t)))
  (:action open-window
    :parameters (?w - window)
    :precondition (not (ajar ?w))
    :effect (ajar ?w))
  (:action close-window
    :parameters (?w - window)
    :precondition (ajar ?w)
    :effect (not (ajar ?w)))
  (:action bulb-on
    :parameters (?l - bulb)
    :precondition (not (glowing ?l))
    :effect (glowing ?l))
  (:action bulb-off
    :parameters (?l - bulb)
    :precondition (glowing ?l)
    :effect (not (glowing ?l)))
  (:action scrub
    :parameters (?f - fixture)
    :precondition (grimy ?f)
    :effect (not (grimy ?f)))
  (:action unplug
    :parameters (?e - electric)
    :precondition (not (unplugged ?e))
    :effect (unplugged ?e)))
