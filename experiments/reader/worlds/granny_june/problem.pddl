(define (problem granny_june_p) (:domain granny_june)
  (:objects granny grandpa lotte - person felix - pet
    bed armchair table desk piano - surface
    cupboard drawer - container kettle - appliance
    lamp1 lamp2 lamp3 - lamp
    reading_glasses sunglasses white_mug blue_mug pipe - item
    cardigan pink_slippers checked_slippers collar - garment)
  (:init (hand-empty)
    (in white_mug cupboard) (closed cupboard) (beside blue_mug kettle)
    (in reading_glasses drawer) (on sunglasses piano)
    (on cardigan armchair) (on pink_slippers bed) (beside checked_slippers armchair)
    (on collar table) (has grandpa pipe)
    (owner reading_glasses granny) (owner sunglasses grandpa)
    (owner white_mug granny) (owner blue_mug grandpa) (owner pipe grandpa)
    (owner pink_slippers granny) (owner checked_slippers grandpa)
    (owner cardigan granny) (owner collar felix)
    (lamp-at lamp1 piano) (lamp-at lamp2 desk) (lamp-at lamp3 bed)
    (lit lamp1) (lit lamp3)
    (sits granny armchair) (sits grandpa bed) (sits felix piano))
  (:goal (and (has granny white_mug) (lit lamp2))))
