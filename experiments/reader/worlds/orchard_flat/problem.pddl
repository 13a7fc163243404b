(define (problem orchard-flat-1)
  (:domain orchard_flat)
  (:objects
    bedroom_fan kitchen_fan mixer record_player - machine
    desk_lamp floor_lamp reading_lamp - lamp
    plum_jar pear_jar biscuit_tin - vessel
    sink bathtub - basin
    blue_plate white_plate ladle - dish
    walnut_cookie dried_plum apple - morsel
    table windowsill shelf - spot)
  (:init
    (idle bedroom_fan) (idle mixer)
    (dark desk_lamp)
    (sealed plum_jar) (sealed biscuit_tin)
    (drained bathtub)
    (soiled blue_plate) (soiled ladle)
    (rests blue_plate table) (rests white_plate shelf) (rests ladle windowsill)
    (rests apple table) (rests plum_jar shelf) (rests pear_jar table) (rests biscuit_tin windowsill)
    (within biscuit_tin walnut_cookie) (within plum_jar dried_plum)
    (free-hand))
  (:goal (and (idle kitchen_fan) (drained sink))))
