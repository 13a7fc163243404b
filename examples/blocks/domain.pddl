(define (domain blocks)
  (:requirements :strips :typing)
  (:types block robot)
  (:predicates
    (on ?x - block ?y - block)
    (ontable ?x - block)
    (clear ?x - block)
    (handempty ?r - robot)
    (holding ?x - block))
  (:action pick-up
    :parameters (?x - block ?r - robot)
    :precondition (and (clear ?x) (ontable ?x) (handempty ?r))
    :effect (and (not (clear ?x)) (not (ontable ?x)) (not (handempty ?r)) (holding ?x)))
  (:action put-down
    :parameters (?x - block ?r - robot)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (ontable ?x) (handempty ?r)))
  (:action stack
    :parameters (?x - block ?y - block ?r - robot)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (on ?x ?y) (handempty ?r)))
  (:action unstack
    :parameters (?x - block ?y - block ?r - robot)
    :precondition (and (on ?x ?y) (clear ?x) (handempty ?r))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (on ?x ?y)) (not (handempty ?r)))))
