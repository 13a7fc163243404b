; A robot that looks after the cheeses in a ripening cellar (affinage).
(define (domain cellar)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    cheese shelf door brush humidifier - object
    tomme blue - cheese)
  (:predicates
    (on ?c - cheese ?s - shelf)
    (holding ?c - cheese)
    (hands-free)
    (open ?d - door)
    (running ?h - humidifier)
    (clean ?b - brush)
    (turned ?c - cheese)
    (rubbed ?c - cheese)
    (pierced ?c - blue)
    (wrapped ?c - cheese))

  (:action lift
    :parameters (?c - cheese ?s - shelf)
    :precondition (and (hands-free) (on ?c ?s))
    :effect (and (holding ?c) (not (hands-free)) (not (on ?c ?s))))

  (:action set-down
    :parameters (?c - cheese ?s - shelf)
    :precondition (holding ?c)
    :effect (and (on ?c ?s) (hands-free) (not (holding ?c))))

  (:action turn
    :parameters (?c - cheese)
    :precondition (and)
    :effect (turned ?c))

  (:action rub
    :parameters (?c - cheese ?b - brush)
    :precondition (not (wrapped ?c))
    :effect (and (rubbed ?c) (not (clean ?b))))

  (:action rinse
    :parameters (?b - brush)
    :precondition (not (clean ?b))
    :effect (clean ?b))

  (:action pierce
    :parameters (?c - blue)
    :precondition (not (pierced ?c))
    :effect (pierced ?c))

  (:action wrap
    :parameters (?c - cheese)
    :precondition (not (wrapped ?c))
    :effect (wrapped ?c))

  (:action unwrap
    :parameters (?c - cheese)
    :precondition (wrapped ?c)
    :effect (not (wrapped ?c)))

  (:action open
    :parameters (?d - door)
    :precondition (not (open ?d))
    :effect (open ?d))

  (:action close
    :parameters (?d - door)
    :precondition (open ?d)
    :effect (not (open ?d)))

  (:action start
    :parameters (?h - humidifier)
    :precondition (not (running ?h))
    :effect (running ?h))

  (:action stop
    :parameters (?h - humidifier)
    :precondition (running ?h)
    :effect (not (running ?h))))
