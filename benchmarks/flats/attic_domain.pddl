(define (domain attic)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    area thing - object
    furniture movable - thing
    support light closure - furniture
    box shutter - closure
    quilt toy book brush - movable
    clockwork - toy)
  (:predicates
    (stationed ?z - area)
    (belongs-to ?f - furniture ?z - area)
    (has-lock ?c - closure)
    (lying-on ?m - movable ?s - support)
    (packed ?m - movable ?b - box)
    (draped-over ?q - quilt ?s - support)
    (ajar ?c - closure)
    (locked ?c - closure)
    (glowing ?l - light)
    (wound ?k - clockwork)
    (dusted ?s - support)
    (gripping ?m - movable)
    (claw-open))
  (:action climb-to
    :parameters (?from - area ?to - area)
    :precondition (stationed ?from)
    :effect (and (not (stationed ?from)) (stationed ?to)))
  (:action lift
    :parameters (?m - movable ?s - support ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?s ?z) (lying-on ?m ?s) (claw-open))
    :effect (and (not (lying-on ?m ?s)) (not (claw-open)) (gripping ?m)))
  (:action lay
    :parameters (?m - movable ?s - support ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?s ?z) (gripping ?m))
    :effect (and (lying-on ?m ?s) (claw-open) (not (gripping ?m))))
  (:action unpack
    :parameters (?m - movable ?b - box ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?b ?z) (packed ?m ?b) (ajar ?b) (claw-open))
    :effect (and (not (packed ?m ?b)) (not (claw-open)) (gripping ?m)))
  (:action pack
    :parameters (?m - movable ?b - box ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?b ?z) (gripping ?m) (ajar ?b))
    :effect (and (packed ?m ?b) (claw-open) (not (gripping ?m))))
  (:action drape
    :parameters (?q - quilt ?s - support ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?s ?z) (gripping ?q))
    :effect (and (draped-over ?q ?s) (claw-open) (not (gripping ?q))))
  (:action undrape
    :parameters (?q - quilt ?s - support ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?s ?z) (draped-over ?q ?s) (claw-open))
    :effect (and (not (draped-over ?q ?s)) (not (claw-open)) (gripping ?q)))
  (:action swing-open
    :parameters (?c - closure ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?c ?z) (not (ajar ?c)) (not (locked ?c)))
    :effect (ajar ?c))
  (:action swing-closed
    :parameters (?c - closure ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?c ?z) (ajar ?c))
    :effect (not (ajar ?c)))
  (:action lock-up
    :parameters (?c - closure ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?c ?z) (has-lock ?c) (not (ajar ?c)) (not (locked ?c)))
    :effect (locked ?c))
  (:action unlock
    :parameters (?c - closure ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?c ?z) (locked ?c))
    :effect (not (locked ?c)))
  (:action switch-lamp-on
    :parameters (?l - light ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?l ?z) (not (glowing ?l)))
    :effect (glowing ?l))
  (:action switch-lamp-off
    :parameters (?l - light ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?l ?z) (glowing ?l))
    :effect (not (glowing ?l)))
  (:action wind-up
    :parameters (?k - clockwork)
    :precondition (and (gripping ?k) (not (wound ?k)))
    :effect (wound ?k))
  (:action let-run-down
    :parameters (?k - clockwork)
    :precondition (and (gripping ?k) (wound ?k))
    :effect (not (wound ?k)))
  (:action dust-off
    :parameters (?s - support ?d - brush ?z - area)
    :precondition (and (stationed ?z) (belongs-to ?s ?z) (gripping ?d) (not (dusted ?s)))
    :effect (dusted ?s)))
