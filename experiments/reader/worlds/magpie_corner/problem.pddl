(define (problem magpie_corner_teatime)
  (:domain magpie_corner)
  (:objects
    juno pepper - cat
    bramble - dog
    nell - person
    mat window_seat worktop hearth - place
    toy_chest food_bin - tub
    back_door front_door - door
    reading_lamp tank_light telly - device
    litter_tray - tray
    junos_bowl peppers_bowl brambles_bowl - bowl
    cat_biscuits dog_kibble - food
    red_ball blue_ball felt_mouse rope - toy
    slipper lead tartan_rug - belonging)
  (:init
    (hands-empty)
    (laid junos_bowl mat) (laid brambles_bowl mat)
    (laid peppers_bowl worktop) (laid dog_kibble worktop)
    (laid cat_biscuits food_bin)
    (laid felt_mouse toy_chest) (laid blue_ball toy_chest)
    (laid red_ball hearth) (laid tartan_rug hearth)
    (laid rope window_seat) (laid lead window_seat)
    (has bramble slipper)
    (bowl-of junos_bowl juno) (bowl-of peppers_bowl pepper) (bowl-of brambles_bowl bramble)
    (suits cat_biscuits junos_bowl) (suits cat_biscuits peppers_bowl) (suits dog_kibble brambles_bowl)
    (hungry juno) (hungry bramble)
    (matted juno) (matted bramble)
    (outside pepper)
    (grubby junos_bowl) (grubby peppers_bowl)
    (fouled litter_tray)
    (shuttable toy_chest) (shuttable food_bin) (shuttable back_door) (shuttable front_door)
    (closed food_bin) (closed back_door)
    (on telly))
  (:goal (and (not (hungry juno)) (not (outside pepper)))))
