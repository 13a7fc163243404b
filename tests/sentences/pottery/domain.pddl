; A potter's studio: pots on shelves, glazes that are brushed on, two kilns.
(define (domain pottery)
  (:requirements :adl)
  (:types
    pot kiln glaze shelf - object
    vase bowl - pot)
  (:predicates
    (on ?p - pot ?s - shelf)
    (in ?p - pot ?k - kiln)
    (holding ?p - pot)
    (hand_free)
    (open ?k - kiln)
    (switched_on ?k - kiln)
    (coated ?p - pot ?g - glaze)
    (glazed ?p - pot)
    (damp ?p - pot)
    (fired ?p - pot)
    (delicate ?p - pot))

  (:action pick-up
    :parameters (?p - pot ?s - shelf)
    :precondition (and (on ?p ?s) (hand_free))
    :effect (and (holding ?p) (not (hand_free)) (not (on ?p ?s))))

  (:action put-on
    :parameters (?p - pot ?s - shelf)
    :precondition (holding ?p)
    :effect (and (on ?p ?s) (hand_free) (not (holding ?p))))

  (:action put-in
    :parameters (?p - pot ?k - kiln)
    :precondition (and (holding ?p) (open ?k))
    :effect (and (in ?p ?k) (hand_free) (not (holding ?p))))

  (:action take-out
    :parameters (?p - pot ?k - kiln)
    :precondition (and (in ?p ?k) (open ?k) (hand_free))
    :effect (and (holding ?p) (not (hand_free)) (not (in ?p ?k))))

  (:action open
    :parameters (?k - kiln)
    :precondition (not (open ?k))
    :effect (open ?k))

  (:action shut
    :parameters (?k - kiln)
    :precondition (open ?k)
    :effect (not (open ?k)))

  (:action switch-on
    :parameters (?k - kiln)
    :precondition (not (switched_on ?k))
    :effect (and (switched_on ?k)
      (forall (?p - pot) (when (in ?p ?k) (and (fired ?p) (not (damp ?p)))))))

  (:action switch-off
    :parameters (?k - kiln)
    :precondition (switched_on ?k)
    :effect (not (switched_on ?k)))

  (:action brush-on
    :parameters (?g - glaze ?p - pot)
    :precondition (forall (?k - kiln) (not (in ?p ?k)))
    :effect (and (coated ?p ?g) (glazed ?p) (damp ?p)))

  (:action dry-off
    :parameters (?p - pot)
    :precondition (and (damp ?p) (forall (?k - kiln) (not (in ?p ?k))))
    :effect (not (damp ?p))))
