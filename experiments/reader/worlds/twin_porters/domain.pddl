(define (domain twin_porters)
  (:requirements :strips :typing :negative-preconditions)
  (:types robot place item hatchway speaker)
  (:predicates
    (located ?p - place ?b - robot)
    (carries ?b - robot ?i - item)
    (stored ?p - place ?i - item)
    (burdened ?b - robot)
    (joins ?h - hatchway ?p ?q - place)
    (shut ?h - hatchway)
    (dark ?p - place)
    (has-stove ?p - place)
    (heated ?p - place)
    (mounted ?s - speaker ?p - place)
    (muted ?s - speaker))
  (:action walk
    :parameters (?b - robot ?h - hatchway ?p ?q - place)
    :precondition (and (located ?p ?b) (joins ?h ?p ?q) (not (shut ?h)))
    :effect (and (located ?q ?b) (not (located ?p ?b))))
  (:action unshut
    :parameters (?b - robot ?h - hatchway ?p ?q - place)
    :precondition (and (located ?p ?b) (joins ?h ?p ?q) (shut ?h))
    :effect (not (shut ?h)))
  (:action shut-up
    :parameters (?b - robot ?h - hatchway ?p ?q - place)
    :precondition (and (located ?p ?b) (joins ?h ?p ?q) (not (shut ?h)))
    :effect (shut ?h))
  (:action grab
    :parameters (?b - robot ?i - item ?p - place)
    :precondition (and (located ?p ?b) (stored ?p ?i) (not (burdened ?b)))
    :effect (and (carries ?b ?i) (burdened ?b) (not (stored ?p ?i))))
  (:action release
    :parameters (?b - robot ?i - item ?p - place)
    :precondition (and (located ?p ?b) (carries ?b ?i))
    :effect (and (stored ?p ?i) (not (carries ?b ?i)) (not (burdened ?b))))
  (:action illuminate
    :parameters (?b - robot ?p - place)
    :precondition (and (located ?p ?b) (dark ?p))
    :effect (not (dark ?p)))
  (:action black-out
    :parameters (?b - robot ?p - place)
    :precondition (and (located ?p ?b) (not (dark ?p)))
    :effect (dark ?p))
  (:action heat
    :parameters (?b - robot ?p - place)
    :precondition (and (located ?p ?b) (has-stove ?p) (not (heated ?p)))
    :effect (heated ?p))
  (:action let-cool
    :parameters (?b - robot ?p - place)
    :precondition (and (located ?p ?b) (has-stove ?p) (heated ?p))
    :effect (not (heated ?p)))
  (:action mute
    :parameters (?b - robot ?s - speaker ?p - place)
    :precondition (and (located ?p ?b) (mounted ?s ?p) (not (muted ?s)))
    :effect (muted ?s))
  (:action unmute
    :parameters (?b - robot ?s - speaker ?p - place)
    :precondition (and (located ?p ?b) (mounted ?s ?p) (muted ?s))
    :effect (not (muted ?s))))
