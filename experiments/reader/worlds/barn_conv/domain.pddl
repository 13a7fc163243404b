(define (domain barn_conv)
  (:requirements :strips :typing :negative-preconditions)
  (:types rm fx itm - object
          srf cab dev win - fx
          lmp tv - dev
          bk cup plnt kys - itm)
  (:predicates
    (rob ?r - rm)
    (fx_in ?f - fx ?r - rm)
    (lnk ?a - rm ?b - rm)
    (i_on ?i - itm ?s - srf)
    (i_in ?i - itm ?c - cab)
    (hld ?i - itm)
    (fr)
    (op ?c - cab)
    (pw ?d - dev)
    (bl_dn ?w - win)
    (wtrd ?p - plnt)
    (drt ?c - cup))
  (:action go
    :parameters (?a - rm ?b - rm)
    :precondition (and (rob ?a) (lnk ?a ?b))
    :effect (and (rob ?b) (not (rob ?a))))
  (:action tk_on
    :parameters (?i - itm ?s - srf ?r - rm)
    :precondition (and (rob ?r) (fx_in ?s ?r) (i_on ?i ?s) (fr))
    :effect (and (hld ?i) (not (i_on ?i ?s)) (not (fr))))
  (:action pt_on
    :parameters (?i - itm ?s - srf ?r - rm)
    :precondition (and (rob ?r) (fx_in ?s ?r) (hld ?i))
    :effect (and (i_on ?i ?s) (fr) (not (hld ?i))))
  (:action tk_in
    :parameters (?i - itm ?c - cab ?r - rm)
    :precondition (and (rob ?r) (fx_in ?c ?r) (i_in ?i ?c) (op ?c) (fr))
    :effect (and (hld ?i) (not (i_in ?i ?c)) (not (fr))))
  (:action pt_in
    :parameters (?i - itm ?c - cab ?r - rm)
    :precondition (and (rob ?r) (fx_in ?c ?r) (op ?c) (hld ?i))
    :effect (and (i_in ?i ?c) (fr) (not (hld ?i))))
  (:action op_cab
    :parameters (?c - cab ?r - rm)
    :precondition (and (rob ?r) (fx_in ?c ?r) (not (op ?c)))
    :effect (op ?c))
  (:action cl_cab
    :parameters (?c - cab ?r - rm)
    :precondition (and (rob ?r) (fx_in ?c ?r) (op ?c))
    :effect (not (op ?c)))
  (:action sw_on
    :parameters (?d - dev ?r - rm)
    :precondition (and (rob ?r) (fx_in ?d ?r) (not (pw ?d)))
    :effect (pw ?d))
  (:action sw_off
    :parameters (?d - dev ?r - rm)
    :precondition (and (rob ?r) (fx_in ?d ?r) (pw ?d))
    :effect (not (pw ?d)))
  (:action bl_lower
    :parameters (?w - win ?r - rm)
    :precondition (and (rob ?r) (fx_in ?w ?r) (not (bl_dn ?w)))
    :effect (bl_dn ?w))
  (:action bl_raise
    :parameters (?w - win ?r - rm)
    :precondition (and (rob ?r) (fx_in ?w ?r) (bl_dn ?w))
    :effect (not (bl_dn ?w)))
  (:action wtr
    :parameters (?p - plnt ?s - srf ?r - rm)
    :precondition (and (rob ?r) (fx_in ?s ?r) (i_on ?p ?s) (not (wtrd ?p)))
    :effect (wtrd ?p))
  (:action wsh
    :parameters (?c - cup)
    :precondition (and (hld ?c) (drt ?c))
    :effect (not (drt ?c))))
