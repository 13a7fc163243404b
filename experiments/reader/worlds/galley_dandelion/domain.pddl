(define (domain galley_dandelion)
  (:requirements :strips :typing :negative-preconditions)
  (:types thing shelf closable flame tap bilge crew - object
          locker hatch - closable
          lamp burner - flame
          pot - thing)
  (:predicates
    (item-at ?x - thing ?s - shelf)
    (stowed ?l - locker ?x - thing)
    (latched ?c - closable)
    (lit ?f - flame)
    (dripping ?t - tap)
    (flooded ?b - bilge)
    (stands-on ?k - pot ?b - burner)
    (full ?k - pot)
    (gripped ?x - thing)
    (carried-by ?c - crew ?x - thing)
    (gripper-empty))
  (:action grab
    :parameters (?x - thing ?s - shelf)
    :precondition (and (item-at ?x ?s) (gripper-empty))
    :effect (and (gripped ?x) (not (item-at ?x ?s)) (not (gripper-empty))))
  (:action lay
    :parameters (?x - thing ?s - shelf)
    :precondition (gripped ?x)
    :effect (and (item-at ?x ?s) (gripper-empty) (not (gripped ?x))))
  (:action unstow
    :parameters (?l - locker ?x - thing)
    :precondition (and (stowed ?l ?x) (not (latched ?l)) (gripper-empty))
    :effect (and (gripped ?x) (not (stowed ?l ?x)) (not (gripper-empty))))
  (:action stow
    :parameters (?l - locker ?x - thing)
    :precondition (and (gripped ?x) (not (latched ?l)))
    :effect (and (stowed ?l ?x) (gripper-empty) (not (gripped ?x))))
  (:action latch
    :parameters (?c - closable)
    :precondition (not (latched ?c))
    :effect (latched ?c))
  (:action unlatch
    :parameters (?c - closable)
    :precondition (latched ?c)
    :effect (not (latched ?c)))
  (:action ignite
    :parameters (?f - flame)
    :precondition (not (lit ?f))
    :effect (lit ?f))
  (:action snuff
    :parameters (?f - flame)
    :precondition (lit ?f)
    :effect (not (lit ?f)))
  (:action tighten
    :parameters (?t - tap)
    :precondition (dripping ?t)
    :effect (not (dripping ?t)))
  (:action pump-dry
    :parameters (?b - bilge)
    :precondition (flooded ?b)
    :effect (not (flooded ?b)))
  (:action fill
    :parameters (?k - pot)
    :precondition (and (gripped ?k) (not (full ?k)))
    :effect (full ?k))
  (:action put-on-ring
    :parameters (?k - pot ?b - burner)
    :precondition (gripped ?k)
    :effect (and (stands-on ?k ?b) (gripper-empty) (not (gripped ?k))))
  (:action lift-off-ring
    :parameters (?k - pot ?b - burner)
    :precondition (and (stands-on ?k ?b) (gripper-empty))
    :effect (and (gripped ?k) (not (stands-on ?k ?b)) (not (gripper-empty))))
  (:action pass-to
    :parameters (?c - crew ?x - thing)
    :precondition (gripped ?x)
    :effect (and (carried-by ?c ?x) (gripper-empty) (not (gripped ?x)))))
