(define (domain lakecabin)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    robot place item stove boat shutter bunk - object
    can lantern - item)
  (:predicates
    (at ?r - robot ?p - place)
    (lies ?i - item ?p - place)
    (in ?i - item ?x - object)
    (holds ?r - robot ?i - item)
    (free ?r - robot)
    (lit ?x - object)
    (open ?s - shutter)
    (full ?c - can)
    (made ?b - bunk)
    (tied ?b - boat)
    (path ?p - place ?q - place)
    (near ?x - object ?p - place)
    (burnable ?i - item)
    (water_at ?p - place))

  (:action drive
    :parameters (?r - robot ?p - place ?q - place)
    :precondition (and (at ?r ?p) (path ?p ?q))
    :effect (and (at ?r ?q) (not (at ?r ?p))))
  (:action pick_up
    :parameters (?r - robot ?i - item ?p - place)
    :precondition (and (at ?r ?p) (lies ?i ?p) (free ?r))
    :effect (and (holds ?r ?i) (not (lies ?i ?p)) (not (free ?r))))
  (:action put_down
    :parameters (?r - robot ?i - item ?p - place)
    :precondition (and (at ?r ?p) (holds ?r ?i))
    :effect (and (lies ?i ?p) (free ?r) (not (holds ?r ?i))))

  (:action load_boat
    :parameters (?r - robot ?i - item ?b - boat ?p - place)
    :precondition (and (at ?r ?p) (near ?b ?p) (tied ?b) (holds ?r ?i))
    :effect (and (in ?i ?b) (free ?r) (not (holds ?r ?i))))
  (:action unload_boat
    :parameters (?r - robot ?i - item ?b - boat ?p - place)
    :precondition (and (at ?r ?p) (near ?b ?p) (tied ?b) (in ?i ?b) (free ?r))
    :effect (and (holds ?r ?i) (not (in ?i ?b)) (not (free ?r))))
  (:action tie_boat
    :parameters (?r - robot ?b - boat ?p - place)
    :precondition (and (at ?r ?p) (near ?b ?p) (not (tied ?b)))
    :effect (tied ?b))
  (:action untie_boat
    :parameters (?r - robot ?b - boat ?p - place)
    :precondition (and (at ?r ?p) (near ?b ?p) (tied ?b))
    :effect (not (tied ?b)))

  (:action stoke_stove
    :parameters (?r - robot ?i - item ?s - stove ?p - place)
    :precondition (and (at ?r ?p) (near ?s ?p) (holds ?r ?i) (burnable ?i))
    :effect (and (in ?i ?s) (free ?r) (not (holds ?r ?i))))
  (:action take_from_stove
    :parameters (?r - robot ?i - item ?s - stove ?p - place)
    :precondition (and (at ?r ?p) (near ?s ?p) (in ?i ?s) (not (lit ?s)) (free ?r))
    :effect (and (holds ?r ?i) (not (in ?i ?s)) (not (free ?r))))
  (:action light_stove
    :parameters (?r - robot ?i - item ?s - stove ?p - place)
    :precondition (and (at ?r ?p) (near ?s ?p) (in ?i ?s) (burnable ?i) (not (lit ?s)))
    :effect (lit ?s))
  (:action put_out_stove
    :parameters (?r - robot ?s - stove ?p - place)
    :precondition (and (at ?r ?p) (near ?s ?p) (lit ?s))
    :effect (not (lit ?s)))

  (:action light_lantern
    :parameters (?r - robot ?l - lantern ?p - place)
    :precondition (and (at ?r ?p) (lies ?l ?p) (not (lit ?l)))
    :effect (lit ?l))
  (:action put_out_lantern
    :parameters (?r - robot ?l - lantern ?p - place)
    :precondition (and (at ?r ?p) (lies ?l ?p) (lit ?l))
    :effect (not (lit ?l)))

  (:action open_shutter
    :parameters (?r - robot ?s - shutter ?p - place)
    :precondition (and (at ?r ?p) (near ?s ?p) (not (open ?s)))
    :effect (open ?s))
  (:action close_shutter
    :parameters (?r - robot ?s - shutter ?p - place)
    :precondition (and (at ?r ?p) (near ?s ?p) (open ?s))
    :effect (not (open ?s)))

  (:action make_bunk
    :parameters (?r - robot ?b - bunk ?p - place)
    :precondition (and (at ?r ?p) (near ?b ?p) (free ?r) (not (made ?b)))
    :effect (made ?b))
  (:action strip_bunk
    :parameters (?r - robot ?b - bunk ?p - place)
    :precondition (and (at ?r ?p) (near ?b ?p) (free ?r) (made ?b))
    :effect (not (made ?b)))

  (:action fill_can
    :parameters (?r - robot ?c - can ?p - place)
    :precondition (and (at ?r ?p) (water_at ?p) (holds ?r ?c) (not (full ?c)))
    :effect (full ?c))
  (:action empty_can
    :parameters (?r - robot ?c - can)
    :precondition (and (holds ?r ?c) (full ?c))
    :effect (not (full ?c))))
