; A small brewery: kettles over burners, fermenters that build up pressure, casks that are rolled about, hoses between them, pumps.
(define (domain brewery)
  (:requirements :adl)
  (:types
    vessel pump ingredient cleaner room - object
    kettle fermenter cask - vessel
    hop yeast - ingredient)
  (:predicates
    (full ?v - vessel)
    (lidded ?v - vessel)
    (uncleaned ?v - vessel)
    (alight ?k - kettle)
    (hooked-up ?a ?b - vessel)
    (dosed ?v - vessel ?i - ingredient)
    (under-pressure ?f - fermenter)
    (at ?c - cask ?r - room)
    (faulty ?p - pump)
    (stale ?i - ingredient))

  (:action cover
    :parameters (?v - vessel)
    :precondition (not (lidded ?v))
    :effect (and (lidded ?v)
      (forall (?f - fermenter) (when (and (= ?f ?v) (full ?v)) (under-pressure ?f)))))

  (:action uncover
    :parameters (?v - vessel)
    :precondition (lidded ?v)
    :effect (and (not (lidded ?v))
      (forall (?f - fermenter) (when (= ?f ?v) (not (under-pressure ?f))))))

  (:action fire-up
    :parameters (?k - kettle)
    :precondition (not (alight ?k))
    :effect (alight ?k))

  (:action shut-off
    :parameters (?k - kettle)
    :precondition (alight ?k)
    :effect (not (alight ?k)))

  (:action scrub
    :parameters (?v - vessel ?t - cleaner)
    :precondition (and (uncleaned ?v) (not (full ?v)))
    :effect (not (uncleaned ?v)))

  (:action hook-up
    :parameters (?a ?b - vessel)
    :precondition (and (not (= ?a ?b)) (not (hooked-up ?a ?b)))
    :effect (hooked-up ?a ?b))

  (:action unhook
    :parameters (?a ?b - vessel)
    :precondition (hooked-up ?a ?b)
    :effect (not (hooked-up ?a ?b)))

  (:action dose
    :parameters (?i - ingredient ?v - vessel)
    :precondition (and (full ?v) (not (dosed ?v ?i)))
    :effect (dosed ?v ?i))

  (:action pump-over
    :parameters (?a ?b - vessel ?p - pump)
    :precondition (and (hooked-up ?a ?b) (full ?a) (not (full ?b)))
    :effect (and (full ?b) (not (full ?a)) (uncleaned ?a)
      (forall (?i - ingredient) (when (dosed ?a ?i) (and (dosed ?b ?i) (not (dosed ?a ?i)))))
      (forall (?f - fermenter) (when (and (= ?f ?b) (lidded ?b)) (under-pressure ?f)))))

  (:action bleed-off
    :parameters (?f - fermenter)
    :precondition (under-pressure ?f)
    :effect (not (under-pressure ?f)))

  (:action roll
    :parameters (?c - cask ?from ?to - room)
    :precondition (and (at ?c ?from) (not (= ?from ?to)))
    :effect (and (at ?c ?to) (not (at ?c ?from)))))
