; A duty officer at a life-guard station on a beach.
(define (domain lifeguard)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    guard post flag craft zone kit - object
    boat - craft)
  (:predicates
    (at ?g - guard ?p - post)
    (on-break ?g - guard)
    (raised ?f - flag)
    (afloat ?c - craft)
    (fuelled ?b - boat)
    (closed ?z - zone)
    (scanned ?z - zone)
    (checked ?k - kit))

  (:action move
    :parameters (?g - guard ?from - post ?to - post)
    :precondition (and (at ?g ?from) (not (at ?g ?to)))
    :effect (and (at ?g ?to) (not (at ?g ?from))))

  (:action start-break
    :parameters (?g - guard)
    :precondition (not (on-break ?g))
    :effect (on-break ?g))

  (:action end-break
    :parameters (?g - guard)
    :precondition (on-break ?g)
    :effect (not (on-break ?g)))

  (:action raise
    :parameters (?f - flag)
    :precondition (not (raised ?f))
    :effect (raised ?f))

  (:action lower
    :parameters (?f - flag)
    :precondition (raised ?f)
    :effect (not (raised ?f)))

  (:action launch
    :parameters (?c - craft)
    :precondition (not (afloat ?c))
    :effect (afloat ?c))

  (:action beach
    :parameters (?c - craft)
    :precondition (afloat ?c)
    :effect (not (afloat ?c)))

  (:action refuel
    :parameters (?b - boat)
    :precondition (not (fuelled ?b))
    :effect (fuelled ?b))

  (:action close-zone
    :parameters (?z - zone)
    :precondition (not (closed ?z))
    :effect (closed ?z))

  (:action reopen-zone
    :parameters (?z - zone)
    :precondition (closed ?z)
    :effect (not (closed ?z)))

  (:action scan
    :parameters (?g - guard ?z - zone)
    :precondition (not (on-break ?g))
    :effect (scanned ?z))

  (:action check
    :parameters (?k - kit)
    :precondition (and)
    :effect (checked ?k)))
