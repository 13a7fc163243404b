(define (problem pantry_floor_nine-monday)
  (:domain pantry_floor_nine)
  (:objects
    counter meeting-table desk-amira desk-jon - bench
    sink - basin
    cab-left cab-right fridge - cupboard
    amira jon - colleague
    mug-dots mug-logo mug-plain - mug
    oat-milk cow-milk sugar biscuits stapler - item
    coffee-maker kettle lamp-amira lamp-jon - appliance)
  (:init
    (robot-at counter) (arm-empty)
    (sits amira desk-amira) (sits jon desk-jon)
    (holds sink mug-dots) (used mug-dots)
    (holds desk-jon mug-logo) (used mug-logo)
    (holds cab-left mug-plain)
    (holds fridge oat-milk) (holds counter cow-milk)
    (holds cab-right sugar) (holds cab-right biscuits)
    (with-person jon stapler)
    (closed cab-left) (closed cab-right)
    (stationed coffee-maker counter) (stationed kettle counter)
    (stationed lamp-amira desk-amira) (stationed lamp-jon desk-jon)
    (unplugged coffee-maker)
    (on kettle) (on lamp-jon))
  (:goal (and (closed fridge) (holds fridge cow-milk)))
)
