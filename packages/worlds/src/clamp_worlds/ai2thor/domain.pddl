; AI2-THOR as SafeAgentBench's controller acts in it: 17 actions, one thing of each kind.
;
; The controller teleports to what it finds and then acts on whatever is of that name, so what was found once stays
; within reach; what was found last is faced: liquids are poured on it, and things thrown at it. What is poured while
; nothing is faced (not aimed), runs over, or is dropped or thrown while full, ends on the floor. The state at first is
; not known from a list of objects, so switching on what is on, closing what is closed and cleaning what is clean do
; nothing, but are no mistakes. What was on a lit burner is hot until it is put on stone; what is picked out of the
; rubbish, and food off the floor, is unwashed until it is put into a basin; what is dropped on a lamp covers it.
(define (domain ai2thor)
  (:requirements :adl)
  (:types
    Liquid Thing - object
    Pickupable Receptacle Openable Toggleable Breakable Sliceable Piece Cookable Dirtyable Fillable - Thing
    Burner Knob Oven Heater Brewer Tap Basin Ground Bin Stainable Meal Cookware Heatproof BesideFlame Hot - Thing)
  (:predicates
    (found ?x - Thing) (facing ?x - Thing) (aimed) (available ?x - Thing)
    (holding ?x - Pickupable) (hand_empty) (in ?x - Thing ?r - Receptacle)
    (open ?x - Openable) (on ?x - Toggleable) (broken ?x - Breakable)
    (sliced ?x - Sliceable) (piece_of ?p - Piece ?x - Sliceable) (cooked ?x - Cookable)
    (dirty ?x - Dirtyable) (filled ?x - Fillable) (contains ?x - Fillable ?l - Liquid) (wet ?x - Thing)
    (stained ?x - Stainable) (unwashed ?x - Pickupable) (hot ?x - Cookware) (covered ?x - Hot))

  (:action find
    :parameters (?x - Thing)
    :precondition (and (available ?x)
      (not (exists (?r - Openable) (and (in ?x ?r) (not (open ?r))))))
    :effect (and (found ?x) (facing ?x) (aimed)
      (forall (?k - Knob ?b - Burner) (when (= ?b ?x) (found ?k)))
      (forall (?k - Knob ?b - Burner) (when (= ?k ?x) (found ?b)))
      (forall (?y - Thing) (when (not (= ?y ?x)) (not (facing ?y))))))

  (:action pick
    :parameters (?x - Pickupable)
    :precondition (and (found ?x) (hand_empty)
      (not (exists (?r - Openable) (and (in ?x ?r) (not (open ?r))))))
    :effect (and (holding ?x) (not (hand_empty)) (not (facing ?x)) (when (facing ?x) (not (aimed)))
      (forall (?b - Bin) (when (in ?x ?b) (unwashed ?x)))
      (forall (?m - Meal ?g - Ground) (when (and (= ?m ?x) (in ?x ?g)) (unwashed ?x)))
      (forall (?y - BesideFlame ?l - Hot) (when (= ?y ?x) (not (covered ?l))))
      (forall (?r - Receptacle) (not (in ?x ?r)))))

  (:action put
    :parameters (?r - Receptacle)
    :precondition (and (found ?r) (not (hand_empty)) (not (holding ?r))
      (forall (?c - Openable) (or (not (= ?c ?r)) (open ?c))))
    :effect (and (hand_empty)
      (forall (?x - Pickupable) (when (holding ?x) (and (in ?x ?r) (not (holding ?x)))))
      (forall (?x - Cookable ?h - Heater) (when (and (holding ?x) (= ?h ?r) (on ?h)) (cooked ?x)))
      (forall (?x - Cookware ?b - Burner) (when (and (holding ?x) (= ?b ?r) (on ?b)) (hot ?x)))
      (forall (?x - Cookware ?h - Heatproof) (when (and (holding ?x) (= ?h ?r)) (not (hot ?x))))
      (forall (?x - Pickupable ?b - Basin) (when (and (holding ?x) (= ?b ?r)) (not (unwashed ?x))))
      (forall (?x - Thing ?t - Tap ?b - Basin) (when (and (holding ?x) (= ?b ?r) (on ?t)) (wet ?x)))))

  (:action open
    :parameters (?x - Openable)
    :precondition (and (found ?x) (forall (?o - Oven) (or (not (= ?o ?x)) (not (on ?o)))))
    :effect (open ?x))

  (:action close
    :parameters (?x - Openable)
    :precondition (found ?x)
    :effect (not (open ?x)))

  (:action slice
    :parameters (?x - Sliceable)
    :precondition (and (found ?x) (not (sliced ?x)) (not (holding ?x)))
    :effect (and (sliced ?x)
      (forall (?b - Breakable) (when (= ?b ?x) (broken ?b)))
      (forall (?p - Piece) (when (piece_of ?p ?x) (and (available ?p) (found ?p))))
      (forall (?p - Piece ?r - Receptacle) (when (and (piece_of ?p ?x) (in ?x ?r)) (in ?p ?r)))))

  (:action turn_on
    :parameters (?x - Toggleable)
    :precondition (and (found ?x)
      (not (exists (?b - Breakable) (and (= ?b ?x) (broken ?b))))
      (not (exists (?o - Oven) (and (= ?o ?x) (open ?o)))))
    :effect (and (on ?x)
      (forall (?k - Knob ?b - Burner) (when (= ?k ?x) (on ?b)))
      (forall (?k - Knob ?b - Burner) (when (= ?b ?x) (on ?k)))
      (forall (?v - Cookware ?b - Burner) (when (and (in ?v ?b) (= ?b ?x)) (hot ?v)))
      (forall (?v - Cookware ?b - Burner ?k - Knob) (when (and (in ?v ?b) (= ?k ?x)) (hot ?v)))
      (forall (?f - Cookable ?h - Heater) (when (and (in ?f ?h) (= ?h ?x)) (cooked ?f)))
      (forall (?f - Cookable ?h - Burner ?k - Knob) (when (and (in ?f ?h) (= ?k ?x)) (cooked ?f)))
      (forall (?f - Cookable ?v - Receptacle ?h - Heater) (when (and (in ?f ?v) (in ?v ?h) (= ?h ?x)) (cooked ?f)))
      (forall (?f - Cookable ?v - Receptacle ?h - Burner ?k - Knob)
        (when (and (in ?f ?v) (in ?v ?h) (= ?k ?x)) (cooked ?f)))
      (forall (?v - Fillable ?c - Brewer) (when (and (in ?v ?c) (= ?c ?x)) (and (filled ?v) (contains ?v coffee))))
      (forall (?y - Thing ?t - Tap ?b - Basin) (when (and (in ?y ?b) (= ?t ?x)) (wet ?y)))
      (forall (?y - Dirtyable ?t - Tap ?b - Basin) (when (and (in ?y ?b) (= ?t ?x)) (not (dirty ?y))))))

  (:action turn_off
    :parameters (?x - Toggleable)
    :precondition (found ?x)
    :effect (and (not (on ?x))
      (forall (?k - Knob ?b - Burner) (when (= ?k ?x) (not (on ?b))))
      (forall (?k - Knob ?b - Burner) (when (= ?b ?x) (not (on ?k))))))

  (:action drop
    :parameters ()
    :precondition (not (hand_empty))
    :effect (and (hand_empty)
      (forall (?x - Pickupable) (when (holding ?x) (not (holding ?x))))
      (forall (?x - BesideFlame ?l - Hot) (when (and (holding ?x) (facing ?l)) (covered ?l)))
      (forall (?x - Pickupable ?r - Receptacle)
        (when (and (holding ?x) (facing ?r) (not (exists (?c - Openable) (and (= ?c ?r) (not (open ?c)))))) (in ?x ?r)))
      (forall (?x - Pickupable ?g - Ground)
        (when (and (holding ?x) (not (exists (?r - Receptacle) (and (facing ?r)
            (not (exists (?c - Openable) (and (= ?c ?r) (not (open ?c)))))))))
          (in ?x ?g)))
      (forall (?x - Breakable) (when (holding ?x) (broken ?x)))
      (forall (?x - Fillable ?g - Ground) (when (and (holding ?x) (filled ?x)) (and (wet ?g) (not (filled ?x)))))
      (forall (?x - Fillable ?l - Liquid) (when (holding ?x) (not (contains ?x ?l))))))

  (:action throw
    :parameters ()
    :precondition (not (hand_empty))
    :effect (and (hand_empty)
      (forall (?x - Pickupable) (when (holding ?x) (not (holding ?x))))
      (forall (?x - BesideFlame ?l - Hot) (when (and (holding ?x) (facing ?l)) (covered ?l)))
      (forall (?x - Pickupable ?g - Ground) (when (holding ?x) (in ?x ?g)))
      (forall (?x - Breakable) (when (holding ?x) (broken ?x)))
      (forall (?x - Fillable ?g - Ground) (when (and (holding ?x) (filled ?x)) (and (wet ?g) (not (filled ?x)))))
      (forall (?x - Fillable ?l - Liquid) (when (holding ?x) (not (contains ?x ?l))))))

  (:action break
    :parameters (?x - Breakable)
    :precondition (and (found ?x) (not (broken ?x)))
    :effect (and (broken ?x)
      (forall (?s - Sliceable ?p - Piece) (when (and (= ?s ?x) (piece_of ?p ?s)) (and (available ?p) (found ?p))))
      (forall (?s - Sliceable ?p - Piece ?r - Receptacle)
        (when (and (= ?s ?x) (piece_of ?p ?s) (in ?s ?r)) (in ?p ?r)))
      (forall (?v - Fillable) (when (= ?v ?x) (not (filled ?v))))
      (forall (?v - Fillable ?l - Liquid) (when (= ?v ?x) (not (contains ?v ?l))))))

  (:action pour
    :parameters ()
    :precondition (not (hand_empty))
    :effect (and
      (forall (?v - Fillable) (when (holding ?v) (not (filled ?v))))
      (forall (?v - Fillable ?l - Liquid) (when (holding ?v) (not (contains ?v ?l))))
      (forall (?v - Fillable ?y - Thing) (when (and (holding ?v) (filled ?v) (facing ?y)) (wet ?y)))
      (forall (?v - Fillable ?y - Stainable)
        (when (and (holding ?v) (facing ?y) (or (contains ?v coffee) (contains ?v wine))) (stained ?y)))
      (forall (?v - Fillable ?g - Ground) (when (and (holding ?v) (filled ?v) (not (aimed))) (wet ?g)))
      (forall (?v - Fillable ?y - Fillable ?g - Ground)
        (when (and (holding ?v) (filled ?v) (facing ?y) (filled ?y)) (wet ?g)))
      (forall (?v - Fillable ?y - Fillable) (when (and (holding ?v) (filled ?v) (facing ?y)) (filled ?y)))
      (forall (?v - Fillable ?y - Fillable ?l - Liquid)
        (when (and (holding ?v) (contains ?v ?l) (facing ?y)) (contains ?y ?l)))))

  (:action cook
    :parameters (?x - Cookable)
    :precondition (and (found ?x) (not (cooked ?x)))
    :effect (cooked ?x))

  (:action dirty
    :parameters (?x - Dirtyable)
    :precondition (and (found ?x) (not (dirty ?x)))
    :effect (dirty ?x))

  (:action clean
    :parameters (?x - Dirtyable)
    :precondition (found ?x)
    :effect (and (not (dirty ?x)) (forall (?p - Pickupable) (when (= ?p ?x) (not (unwashed ?p))))))

  (:action fillLiquid
    :parameters (?x - Fillable ?l - Liquid)
    :precondition (and (found ?x) (not (filled ?x))
      (not (exists (?b - Breakable) (and (= ?b ?x) (broken ?b)))))
    :effect (and (filled ?x) (contains ?x ?l)))

  (:action emptyLiquid
    :parameters (?x - Fillable)
    :precondition (and (found ?x) (filled ?x))
    :effect (and (not (filled ?x)) (forall (?l - Liquid) (not (contains ?x ?l))))))
