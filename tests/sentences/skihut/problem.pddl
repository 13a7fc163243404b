(define (problem saturday)
  (:domain skihut)
  (:objects
    racing_skis touring_skis kids_skis - skis
    blue_boots grey_boots - boots
    red_helmet white_helmet - helmet
    wall_rack floor_rack - rack
    mia otto mrs_berg - customer)
  (:init
    (in racing_skis wall_rack) (in touring_skis wall_rack)
    (in grey_boots floor_rack) (in red_helmet floor_rack) (in white_helmet floor_rack)
    (held blue_boots) (wet blue_boots)
    (hired-by kids_skis otto) (has-tag kids_skis) (waxed kids_skis) (paid otto)
    (strapped racing_skis) (has-tag racing_skis) (waxed racing_skis)
    (blunt touring_skis)
    (has-tag grey_boots)
    (fits blue_boots mia) (fits grey_boots otto) (fits grey_boots mrs_berg))
  (:goal (and (in kids_skis floor_rack) (paid mia))))
