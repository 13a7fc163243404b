(define (problem back_bedroom-1)
  (:domain back_bedroom)
  (:objects
    bedroom landing - room
    double_bed - bed
    wardrobe chest - cabinet
    chair nightstand hamper bookcase - seat
    trousers jumper_green jumper_grey - garment
    novel glasses teddy - loose
    phone_mum phone_dad - phone
    clock_his clock_hers - clock
    curtain_left curtain_right - curtain
    lamp_bed lamp_landing - lamp)
  (:init
    (robot-in landing)
    (in-room bedroom double_bed) (in-room bedroom wardrobe) (in-room bedroom chest)
    (in-room bedroom chair) (in-room bedroom nightstand)
    (in-room landing hamper) (in-room landing bookcase)
    (in-room bedroom curtain_left) (in-room bedroom curtain_right)
    (in-room bedroom lamp_bed) (in-room landing lamp_landing)
    (located trousers chair) (located jumper_green chair) (located jumper_grey hamper)
    (located novel nightstand) (located glasses bookcase) (located teddy wardrobe)
    (located phone_mum nightstand) (located phone_dad bookcase)
    (located clock_his nightstand) (located clock_hers chest)
    (closed wardrobe)
    (unmade double_bed)
    (drawn curtain_left)
    (off lamp_bed)
    (crumpled trousers) (crumpled jumper_green)
    (alarm-set clock_his))
  (:goal (and (not (unmade double_bed)))))
