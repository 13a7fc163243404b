(define (domain mud_room)
  (:requirements :strips :typing :negative-preconditions)
  (:types zone gear fixture - object
          boot_pair pet_bowl - gear
          door chest strip_light - fixture)
  (:predicates
    (bot_in ?z - zone)
    (links ?d - door ?a ?b - zone)
    (lies_in ?g - gear ?z - zone)
    (hung_up ?g - gear)
    (hangable ?g - gear)
    (peg_zone ?z - zone)
    (box_zone ?k - chest ?z - zone)
    (inside_box ?g - gear ?k - chest)
    (in_tray ?g - gear)
    (tray_free)
    (unlocked ?d - door)
    (caked ?p - boot_pair)
    (full ?b - pet_bowl)
    (glowing ?l - strip_light))
  (:action roll_through
    :parameters (?d - door ?a ?b - zone)
    :precondition (and (bot_in ?a) (links ?d ?a ?b) (unlocked ?d))
    :effect (and (bot_in ?b) (not (bot_in ?a))))
  (:action load_tray
    :parameters (?g - gear ?z - zone)
    :precondition (and (bot_in ?z) (lies_in ?g ?z) (tray_free))
    :effect (and (in_tray ?g) (not (tray_free)) (not (lies_in ?g ?z))))
  (:action unload_tray
    :parameters (?g - gear ?z - zone)
    :precondition (and (bot_in ?z) (in_tray ?g))
    :effect (and (lies_in ?g ?z) (tray_free) (not (in_tray ?g))))
  (:action hang
    :parameters (?g - gear ?z - zone)
    :precondition (and (bot_in ?z) (peg_zone ?z) (in_tray ?g) (hangable ?g))
    :effect (and (hung_up ?g) (tray_free) (not (in_tray ?g))))
  (:action unhang
    :parameters (?g - gear ?z - zone)
    :precondition (and (bot_in ?z) (peg_zone ?z) (hung_up ?g) (tray_free))
    :effect (and (in_tray ?g) (not (tray_free)) (not (hung_up ?g))))
  (:action put_in_box
    :parameters (?g - gear ?k - chest ?z - zone)
    :precondition (and (bot_in ?z) (box_zone ?k ?z) (in_tray ?g))
    :effect (and (inside_box ?g ?k) (tray_free) (not (in_tray ?g))))
  (:action get_from_box
    :parameters (?g - gear ?k - chest ?z - zone)
    :precondition (and (bot_in ?z) (box_zone ?k ?z) (inside_box ?g ?k) (tray_free))
    :effect (and (in_tray ?g) (not (tray_free)) (not (inside_box ?g ?k))))
  (:action toggle_lock_free
    :parameters (?d - door)
    :precondition (not (unlocked ?d))
    :effect (unlocked ?d))
  (:action toggle_lock_fast
    :parameters (?d - door)
    :precondition (unlocked ?d)
    :effect (not (unlocked ?d)))
  (:action brush_boots
    :parameters (?p - boot_pair ?z - zone)
    :precondition (and (bot_in ?z) (lies_in ?p ?z) (caked ?p))
    :effect (not (caked ?p)))
  (:action refill
    :parameters (?b - pet_bowl ?z - zone)
    :precondition (and (bot_in ?z) (lies_in ?b ?z) (not (full ?b)))
    :effect (full ?b))
  (:action lamp_on
    :parameters (?l - strip_light)
    :precondition (not (glowing ?l))
    :effect (glowing ?l))
  (:action lamp_off
    :parameters (?l - strip_light)
    :precondition (glowing ?l)
    :effect (not (glowing ?l)))
)
