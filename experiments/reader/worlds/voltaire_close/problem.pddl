(define (problem voltaire_close_sunday)
  (:domain voltaire_close)
  (:objects
    oil_heater panel_heater - heater
    hallway_lamp desk_lamp - lamp
    tower_fan ceiling_fan - fan
    big_tv bedroom_tv - tv
    shelf_speaker shower_speaker - speaker
    white_charger black_charger - charger
    amirs_phone beths_phone - phone
    tablet earbuds - gadget
    remote sunglasses - oddment
    nightstand kitchen_counter sofa desk - spot
    front_lock balcony_lock - smart_lock
    dusty_bot - robovac
    amir beth - person)
  (:init
    (gripper-free)
    (left-at amirs_phone sofa) (left-at beths_phone nightstand)
    (left-at tablet desk) (left-at earbuds kitchen_counter)
    (left-at remote sofa) (left-at sunglasses desk)
    (owned-by amirs_phone amir) (owned-by beths_phone beth)
    (flat beths_phone) (flat earbuds)
    (off oil_heater) (off desk_lamp)
    (idle ceiling_fan)
    (muted big_tv) (muted shower_speaker)
    (standby bedroom_tv)
    (unplugged black_charger)
    (unlocked front_lock)
    (docked dusty_bot))
  (:goal (and (off hallway_lamp)))
)
