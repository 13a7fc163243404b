(define (domain datacentre)
  (:requirements :strips :typing :negative-preconditions)
  (:types cabinet machine chiller part locker - object
          drive psu - part)
  (:predicates
    (mountedIn ?m - machine ?c - cabinet)
    (powered ?m - machine)
    (drained ?m - machine)
    (patched ?m - machine)
    (snapshotted ?m - machine)
    (unlatched ?c - cabinet)
    (spinning ?k - chiller)
    (cools ?k - chiller ?c - cabinet)
    (seatedIn ?p - part ?m - machine)
    (keptIn ?p - part ?l - locker)
    (inHand ?p - part)
    (idleHands))
  (:action PowerUp
    :parameters (?m - machine ?c - cabinet ?k - chiller)
    :precondition (and (mountedIn ?m ?c) (cools ?k ?c) (not (powered ?m)))
    :effect (powered ?m))
  (:action PowerDown
    :parameters (?m - machine)
    :precondition (powered ?m)
    :effect (not (powered ?m)))
  (:action Drain
    :parameters (?m - machine)
    :precondition (and (powered ?m) (not (drained ?m)))
    :effect (drained ?m))
  (:action Undrain
    :parameters (?m - machine)
    :precondition (and (powered ?m) (drained ?m))
    :effect (not (drained ?m)))
  (:action PatchFirmware
    :parameters (?m - machine)
    :precondition (and (powered ?m) (not (patched ?m)))
    :effect (patched ?m))
  (:action Snapshot
    :parameters (?m - machine)
    :precondition (and (powered ?m) (not (snapshotted ?m)))
    :effect (snapshotted ?m))
  (:action Unlatch
    :parameters (?c - cabinet)
    :precondition (not (unlatched ?c))
    :effect (unlatched ?c))
  (:action Latch
    :parameters (?c - cabinet)
    :precondition (unlatched ?c)
    :effect (not (unlatched ?c)))
  (:action StartChiller
    :parameters (?k - chiller)
    :precondition (not (spinning ?k))
    :effect (spinning ?k))
  (:action StopChiller
    :parameters (?k - chiller)
    :precondition (spinning ?k)
    :effect (not (spinning ?k)))
  (:action PullPart
    :parameters (?p - part ?m - machine ?c - cabinet)
    :precondition (and (seatedIn ?p ?m) (mountedIn ?m ?c) (unlatched ?c) (idleHands))
    :effect (and (inHand ?p) (not (seatedIn ?p ?m)) (not (idleHands))))
  (:action SeatPart
    :parameters (?p - part ?m - machine ?c - cabinet)
    :precondition (and (inHand ?p) (mountedIn ?m ?c) (unlatched ?c))
    :effect (and (seatedIn ?p ?m) (idleHands) (not (inHand ?p))))
  (:action FetchPart
    :parameters (?p - part ?l - locker)
    :precondition (and (keptIn ?p ?l) (idleHands))
    :effect (and (inHand ?p) (not (keptIn ?p ?l)) (not (idleHands))))
  (:action StowPart
    :parameters (?p - part ?l - locker)
    :precondition (inHand ?p)
    :effect (and (keptIn ?p ?l) (idleHands) (not (inHand ?p)))))
