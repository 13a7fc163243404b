(define (domain schoolkitchen)
  (:requirements :strips :typing :negative-preconditions)
  (:types area person item appliance tap shutter trolley - object
          tray pot - item)
  (:predicates
    ; fixed
    (link ?a - area ?b - area)
    (located ?x - object ?a - area)
    (washer ?m - appliance)
    (heavy ?i - item)
    ; changing
    (robot_in ?a - area)
    (at ?x - object ?a - area)
    (in ?i - item ?m - appliance)
    (on ?i - item ?t - trolley)
    (has ?p - person ?i - item)
    (open ?x - object)
    (running ?x - object)
    (clean ?i - item)
    (filled ?p - pot))

  (:action go
    :parameters (?a - area ?b - area)
    :precondition (and (robot_in ?a) (link ?a ?b))
    :effect (and (not (robot_in ?a)) (robot_in ?b)))
  (:action carry
    :parameters (?i - item ?a - area ?b - area)
    :precondition (and (robot_in ?a) (at ?i ?a) (link ?a ?b) (not (heavy ?i)))
    :effect (and (not (robot_in ?a)) (robot_in ?b) (not (at ?i ?a)) (at ?i ?b)))
  (:action push
    :parameters (?t - trolley ?a - area ?b - area)
    :precondition (and (robot_in ?a) (at ?t ?a) (link ?a ?b))
    :effect (and (not (robot_in ?a)) (robot_in ?b) (not (at ?t ?a)) (at ?t ?b)))
  (:action load
    :parameters (?i - item ?t - trolley ?a - area)
    :precondition (and (robot_in ?a) (at ?i ?a) (at ?t ?a))
    :effect (and (on ?i ?t) (not (at ?i ?a))))
  (:action unload
    :parameters (?i - item ?t - trolley ?a - area)
    :precondition (and (robot_in ?a) (on ?i ?t) (at ?t ?a))
    :effect (and (at ?i ?a) (not (on ?i ?t))))

  (:action put_in
    :parameters (?i - item ?m - appliance ?a - area)
    :precondition (and (robot_in ?a) (located ?m ?a) (open ?m) (at ?i ?a))
    :effect (and (in ?i ?m) (not (at ?i ?a))))
  (:action take_out
    :parameters (?i - item ?m - appliance ?a - area)
    :precondition (and (robot_in ?a) (located ?m ?a) (open ?m) (in ?i ?m))
    :effect (and (at ?i ?a) (not (in ?i ?m))))
  (:action open_door
    :parameters (?m - appliance ?a - area)
    :precondition (and (robot_in ?a) (located ?m ?a) (not (open ?m)))
    :effect (open ?m))
  (:action close_door
    :parameters (?m - appliance ?a - area)
    :precondition (and (robot_in ?a) (located ?m ?a) (open ?m))
    :effect (not (open ?m)))
  (:action start
    :parameters (?m - appliance ?a - area)
    :precondition (and (robot_in ?a) (located ?m ?a) (not (open ?m)) (not (running ?m)))
    :effect (running ?m))
  (:action stop
    :parameters (?m - appliance ?a - area)
    :precondition (and (robot_in ?a) (located ?m ?a) (running ?m))
    :effect (not (running ?m)))

  (:action turn_on_tap
    :parameters (?t - tap ?a - area)
    :precondition (and (robot_in ?a) (located ?t ?a) (not (running ?t)))
    :effect (running ?t))
  (:action turn_off_tap
    :parameters (?t - tap ?a - area)
    :precondition (and (robot_in ?a) (located ?t ?a) (running ?t))
    :effect (not (running ?t)))
  (:action raise_shutter
    :parameters (?s - shutter ?a - area)
    :precondition (and (robot_in ?a) (located ?s ?a) (not (open ?s)))
    :effect (open ?s))
  (:action lower_shutter
    :parameters (?s - shutter ?a - area)
    :precondition (and (robot_in ?a) (located ?s ?a) (open ?s))
    :effect (not (open ?s)))

  (:action fill
    :parameters (?p - pot ?t - tap ?a - area)
    :precondition (and (robot_in ?a) (at ?p ?a) (located ?t ?a) (running ?t) (not (filled ?p)))
    :effect (filled ?p))
  (:action empty
    :parameters (?p - pot ?a - area)
    :precondition (and (robot_in ?a) (at ?p ?a) (filled ?p))
    :effect (not (filled ?p)))
  (:action wash_tray
    :parameters (?i - tray ?m - appliance)
    :precondition (and (washer ?m) (in ?i ?m) (not (open ?m)) (running ?m) (not (clean ?i)))
    :effect (clean ?i))
  (:action wash_pot
    :parameters (?i - pot ?m - appliance)
    :precondition (and (washer ?m) (in ?i ?m) (not (open ?m)) (running ?m) (not (filled ?i)) (not (clean ?i)))
    :effect (clean ?i))

  (:action give
    :parameters (?i - item ?p - person ?a - area)
    :precondition (and (robot_in ?a) (at ?i ?a) (located ?p ?a) (not (heavy ?i)))
    :effect (and (has ?p ?i) (not (at ?i ?a))))
  (:action collect
    :parameters (?i - item ?p - person ?a - area)
    :precondition (and (robot_in ?a) (has ?p ?i) (located ?p ?a))
    :effect (and (at ?i ?a) (not (has ?p ?i))))
)
