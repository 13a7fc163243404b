(define (domain kittiwake_house)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    bedroom guest bed window place portable sign - object
    hook ledge - place
    key towel breakfast - portable)
  (:predicates
    (stored ?p - place ?x - portable)
    (in-grip ?x - portable)
    (grip-free)
    (made ?b - bed)
    (bed-of ?b - bed ?r - bedroom)
    (open-window ?w - window)
    (curtains-drawn ?w - window)
    (soggy ?t - towel)
    (folded ?t - towel)
    (served ?g - guest ?d - breakfast)
    (woken ?g - guest)
    (sleeps-in ?g - guest ?r - bedroom)
    (glowing ?s - sign))
  (:action take
    :parameters (?x - portable ?p - place)
    :precondition (and (stored ?p ?x) (grip-free))
    :effect (and (in-grip ?x) (not (stored ?p ?x)) (not (grip-free))))
  (:action set-down
    :parameters (?x - portable ?p - ledge)
    :precondition (in-grip ?x)
    :effect (and (stored ?p ?x) (grip-free) (not (in-grip ?x))))
  (:action hang-key
    :parameters (?k - key ?h - hook)
    :precondition (in-grip ?k)
    :effect (and (stored ?h ?k) (grip-free) (not (in-grip ?k))))
  (:action serve
    :parameters (?g - guest ?d - breakfast)
    :precondition (and (in-grip ?d) (woken ?g))
    :effect (and (served ?g ?d) (grip-free) (not (in-grip ?d))))
  (:action knock-up
    :parameters (?g - guest)
    :precondition (not (woken ?g))
    :effect (woken ?g))
  (:action make-bed
    :parameters (?b - bed ?r - bedroom)
    :precondition (and (bed-of ?b ?r) (not (made ?b)))
    :effect (made ?b))
  (:action strip-bed
    :parameters (?b - bed)
    :precondition (made ?b)
    :effect (not (made ?b)))
  (:action throw-open
    :parameters (?w - window)
    :precondition (not (open-window ?w))
    :effect (open-window ?w))
  (:action pull-to
    :parameters (?w - window)
    :precondition (open-window ?w)
    :effect (not (open-window ?w)))
  (:action draw-curtains
    :parameters (?w - window)
    :precondition (not (curtains-drawn ?w))
    :effect (curtains-drawn ?w))
  (:action part-curtains
    :parameters (?w - window)
    :precondition (curtains-drawn ?w)
    :effect (not (curtains-drawn ?w)))
  (:action dry
    :parameters (?t - towel)
    :precondition (soggy ?t)
    :effect (not (soggy ?t)))
  (:action fold
    :parameters (?t - towel)
    :precondition (and (not (soggy ?t)) (not (folded ?t)))
    :effect (folded ?t))
  (:action toggle-on
    :parameters (?s - sign)
    :precondition (not (glowing ?s))
    :effect (glowing ?s))
)
