(define (problem icehouse-morning)
  (:domain icehouse)
  (:objects
    hall study scullery - room
    omar lena - person
    desk worktop shelf - supporter
    drawer basket washing_machine - receptacle
    radio heater - appliance
    front_door back_door - door
    curtains - curtain
    shirt socks - garment
    car_key shed_key - key
    small_parcel large_parcel - parcel
    scissors - tool
    kettle - vessel)
  (:init
    (at-room hall) (gripper-empty)
    (linked hall study) (linked study hall)
    (linked hall scullery) (linked scullery hall)
    (part-of shelf hall) (part-of basket hall) (part-of heater hall) (part-of front_door hall)
    (part-of desk study) (part-of drawer study) (part-of curtains study) (part-of radio study)
    (part-of worktop scullery) (part-of washing_machine scullery) (part-of back_door scullery)
    (stays omar study) (stays lena scullery)
    (closable drawer) (closable basket) (closable washing_machine)
    (closable front_door) (closable back_door) (closable curtains)
    (shut drawer) (shut washing_machine) (shut front_door) (shut back_door)
    (locked front_door)
    (powered radio) (powered heater) (powered washing_machine)
    (running heater)
    (washes washing_machine)
    (located car_key shelf) (located small_parcel shelf)
    (located shed_key drawer)
    (located shirt basket) (located socks basket)
    (dirty shirt) (dirty socks)
    (located large_parcel worktop) (located kettle worktop)
    (located scissors desk)
    (unswept hall) (unswept scullery))
  (:goal (and (running radio))))
