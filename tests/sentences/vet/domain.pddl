; A robot that helps in a veterinary practice: it carries patients, and prepares, examines and treats them.
(define (domain vet)
  (:requirements :adl)
  (:types
    patient instrument kennel table - object
    dog cat rabbit - patient
    scalpel syringe - instrument)
  (:predicates
    (in ?p - patient ?k - kennel)
    (on ?p - patient ?t - table)
    (holding ?p - patient)
    (hands-free)
    (open ?k - kennel)
    (dirty ?t - table)
    (sterile ?i - instrument)
    (muzzled ?d - dog)
    (sedated ?p - patient)
    (vaccinated ?p - patient)
    (examined ?p - patient)
    (operated ?p - patient)
    (hungry ?p - patient)
    (contagious ?p - patient)
    (aggressive ?p - patient)
    (gloves-on))

  (:action open
    :parameters (?k - kennel)
    :precondition (not (open ?k))
    :effect (open ?k))

  (:action close
    :parameters (?k - kennel)
    :precondition (open ?k)
    :effect (not (open ?k)))

  (:action pick-up
    :parameters (?p - patient)
    :precondition (and (hands-free)
      (forall (?k - kennel) (imply (in ?p ?k) (open ?k))))
    :effect (and (holding ?p) (not (hands-free))
      (forall (?k - kennel) (not (in ?p ?k)))
      (forall (?t - table) (not (on ?p ?t)))))

  (:action put-in
    :parameters (?p - patient ?k - kennel)
    :precondition (and (holding ?p) (open ?k))
    :effect (and (in ?p ?k) (hands-free) (not (holding ?p))))

  (:action lay-on
    :parameters (?p - patient ?t - table)
    :precondition (holding ?p)
    :effect (and (on ?p ?t) (hands-free) (not (holding ?p))))

  (:action examine
    :parameters (?p - patient ?t - table)
    :precondition (on ?p ?t)
    :effect (and (examined ?p) (dirty ?t)))

  (:action disinfect
    :parameters (?t - table)
    :precondition (dirty ?t)
    :effect (not (dirty ?t)))

  (:action muzzle
    :parameters (?d - dog)
    :precondition (not (muzzled ?d))
    :effect (muzzled ?d))

  (:action unmuzzle
    :parameters (?d - dog)
    :precondition (muzzled ?d)
    :effect (not (muzzled ?d)))

  (:action sedate
    :parameters (?p - patient)
    :precondition (not (sedated ?p))
    :effect (sedated ?p))

  (:action vaccinate
    :parameters (?p - patient ?s - syringe)
    :precondition (not (vaccinated ?p))
    :effect (and (vaccinated ?p) (not (sterile ?s))))

  (:action operate
    :parameters (?p - patient ?s - scalpel)
    :precondition (exists (?t - table) (on ?p ?t))
    :effect (and (operated ?p) (not (sterile ?s))))

  (:action sterilize
    :parameters (?i - instrument)
    :precondition (not (sterile ?i))
    :effect (sterile ?i))

  (:action feed
    :parameters (?p - patient)
    :precondition (hungry ?p)
    :effect (not (hungry ?p)))

  (:action put-on-gloves
    :parameters ()
    :precondition (not (gloves-on))
    :effect (gloves-on))

  (:action take-off-gloves
    :parameters ()
    :precondition (gloves-on)
    :effect (not (gloves-on))))
