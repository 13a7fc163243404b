(define (domain mill_house)
  (:requirements :strips :typing :negative-preconditions)
  (:types rm obj dev dr - object
          twl - obj
          lmp htr fan snd - dev)
  (:predicates
    (rob_at ?r - rm)
    (obj_at ?o - obj ?r - rm)
    (grip ?o - obj)
    (grip_empty)
    (adj ?a ?b - rm)
    (dr_btw ?d - dr ?a ?b - rm)
    (clsd ?d - dr)
    (dev_in ?v - dev ?r - rm)
    (off ?v - dev)
    (hi ?f - fan)
    (wet ?t - twl)
    (fld ?t - twl))
  (:action mv
    :parameters (?a ?b - rm)
    :precondition (and (rob_at ?a) (adj ?a ?b))
    :effect (and (rob_at ?b) (not (rob_at ?a))))
  (:action mv_dr
    :parameters (?d - dr ?a ?b - rm)
    :precondition (and (rob_at ?a) (dr_btw ?d ?a ?b) (not (clsd ?d)))
    :effect (and (rob_at ?b) (not (rob_at ?a))))
  (:action op_dr
    :parameters (?d - dr ?a ?b - rm)
    :precondition (and (rob_at ?a) (dr_btw ?d ?a ?b) (clsd ?d))
    :effect (not (clsd ?d)))
  (:action cl_dr
    :parameters (?d - dr ?a ?b - rm)
    :precondition (and (rob_at ?a) (dr_btw ?d ?a ?b) (not (clsd ?d)))
    :effect (clsd ?d))
  (:action grab
    :parameters (?o - obj ?r - rm)
    :precondition (and (rob_at ?r) (obj_at ?o ?r) (grip_empty))
    :effect (and (grip ?o) (not (obj_at ?o ?r)) (not (grip_empty))))
  (:action drop
    :parameters (?o - obj ?r - rm)
    :precondition (and (rob_at ?r) (grip ?o))
    :effect (and (obj_at ?o ?r) (grip_empty) (not (grip ?o))))
  (:action sw_on
    :parameters (?v - dev ?r - rm)
    :precondition (and (rob_at ?r) (dev_in ?v ?r) (off ?v))
    :effect (not (off ?v)))
  (:action sw_off
    :parameters (?v - dev ?r - rm)
    :precondition (and (rob_at ?r) (dev_in ?v ?r) (not (off ?v)))
    :effect (off ?v))
  (:action fan_hi
    :parameters (?f - fan ?r - rm)
    :precondition (and (rob_at ?r) (dev_in ?f ?r) (not (hi ?f)))
    :effect (hi ?f))
  (:action fan_lo
    :parameters (?f - fan ?r - rm)
    :precondition (and (rob_at ?r) (dev_in ?f ?r) (hi ?f))
    :effect (not (hi ?f)))
  (:action dry_at
    :parameters (?t - twl ?h - htr ?r - rm)
    :precondition (and (rob_at ?r) (obj_at ?t ?r) (dev_in ?h ?r) (not (off ?h)) (wet ?t))
    :effect (not (wet ?t)))
  (:action fold
    :parameters (?t - twl ?r - rm)
    :precondition (and (rob_at ?r) (obj_at ?t ?r) (not (wet ?t)) (not (fld ?t)))
    :effect (fld ?t)))
