(define (domain leos_loft)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    spt bx blnd dev stf - object
    clth bk gdgt instr - stf)
  (:predicates
    (loc ?s - stf ?p - spt)
    (in_bx ?b - bx ?s - stf)
    (got ?s - stf)
    (hand_free)
    (by ?d - dev ?p - spt)
    (off ?d - dev)
    (unplugged ?d - dev)
    (dirty ?c - clth)
    (flat_bat ?g - gdgt)
    (out_of_tune ?i - instr)
    (rolled_up ?b - blnd)
    (lidded ?b - bx))
  (:action grb
    :parameters (?s - stf ?p - spt)
    :precondition (and (loc ?s ?p) (hand_free))
    :effect (and (got ?s) (not (loc ?s ?p)) (not (hand_free))))
  (:action drp
    :parameters (?s - stf ?p - spt)
    :precondition (got ?s)
    :effect (and (loc ?s ?p) (hand_free) (not (got ?s))))
  (:action stow
    :parameters (?s - stf ?b - bx)
    :precondition (and (got ?s) (not (lidded ?b)))
    :effect (and (in_bx ?b ?s) (hand_free) (not (got ?s))))
  (:action fish_out
    :parameters (?s - stf ?b - bx)
    :precondition (and (in_bx ?b ?s) (hand_free) (not (lidded ?b)))
    :effect (and (got ?s) (not (in_bx ?b ?s)) (not (hand_free))))
  (:action lid_on
    :parameters (?b - bx)
    :precondition (not (lidded ?b))
    :effect (lidded ?b))
  (:action lid_off
    :parameters (?b - bx)
    :precondition (lidded ?b)
    :effect (not (lidded ?b)))
  (:action pwr_up
    :parameters (?d - dev)
    :precondition (and (off ?d) (not (unplugged ?d)))
    :effect (not (off ?d)))
  (:action pwr_dn
    :parameters (?d - dev)
    :precondition (not (off ?d))
    :effect (off ?d))
  (:action plg_in
    :parameters (?d - dev)
    :precondition (unplugged ?d)
    :effect (not (unplugged ?d)))
  (:action yank
    :parameters (?d - dev)
    :precondition (and (off ?d) (not (unplugged ?d)))
    :effect (unplugged ?d))
  (:action wash
    :parameters (?c - clth)
    :precondition (and (got ?c) (dirty ?c))
    :effect (not (dirty ?c)))
  (:action charge
    :parameters (?g - gdgt)
    :precondition (flat_bat ?g)
    :effect (not (flat_bat ?g)))
  (:action roll
    :parameters (?b - blnd)
    :precondition (not (rolled_up ?b))
    :effect (rolled_up ?b))
  (:action unroll
    :parameters (?b - blnd)
    :precondition (rolled_up ?b)
    :effect (not (rolled_up ?b)))
)
