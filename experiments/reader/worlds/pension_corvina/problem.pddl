(define (problem corvina-floor-2) (:domain pension_corvina)
  (:objects
    corridor laundry - zone
    room_201 room_202 room_203 - guestroom
    linen_closet trolley - shelf
    towel_white towel_striped sheet_double sheet_single bathrobe - linen
    pillow soap kettle hairdryer slippers spare_key - thing)
  (:init
    (robot-on corridor) (unladen) (wash-place laundry)
    (adjoins corridor laundry) (adjoins laundry corridor)
    (adjoins corridor room_201) (adjoins room_201 corridor)
    (adjoins corridor room_202) (adjoins room_202 corridor)
    (adjoins corridor room_203) (adjoins room_203 corridor)
    (shelf-in linen_closet laundry) (shelf-in trolley corridor)
    (bolted room_203)
    (unmade room_201) (unmade room_203)
    (drapes-shut room_201)
    (dark room_202) (dark room_203)
    (place-of room_201 towel_white) (soiled towel_white)
    (holds linen_closet towel_striped) (folded towel_striped)
    (holds trolley sheet_double) (folded sheet_double)
    (place-of laundry sheet_single) (soiled sheet_single)
    (place-of room_202 bathrobe) (place-of room_202 kettle)
    (place-of corridor pillow) (holds trolley soap)
    (place-of room_201 hairdryer) (place-of room_203 slippers)
    (holds linen_closet spare_key))
  (:goal (and (not (unmade room_201)) (place-of room_203 soap))))
