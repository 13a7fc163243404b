(define (problem summer-cottage-1)
  (:domain summer-cottage)
  (:objects
    veranda shed lounge - spot
    deckchair_striped deckchair_green paddle kettle dog_bowl beach_bag - gear
    window_front window_back front_door - opening
    curtain_lounge - curtain
    lantern_veranda lantern_lounge - lantern
    woodstove - stove
    bunk_upper bunk_lower - bedding)
  (:init
    (at_place veranda deckchair_striped) (at_place shed deckchair_green)
    (at_place lounge paddle) (at_place lounge kettle)
    (at_place veranda dog_bowl) (at_place veranda beach_bag)
    (holds_water kettle) (holds_water dog_bowl)
    (filled kettle)
    (unlatched window_front) (unlatched front_door)
    (drawn curtain_lounge)
    (lit lantern_veranda)
    (made bunk_upper)
    (sandy veranda) (sandy lounge))
  (:goal (and (at_place shed paddle) (made bunk_lower))))
