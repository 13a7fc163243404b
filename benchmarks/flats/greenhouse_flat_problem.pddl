(define (problem sunday)
  (:domain greenhouse_flat)
  (:objects
    conservatory kitchenette shed - room
    windowsill workbench counter - stand
    washbasin - washbowl
    cupboard crate - container
    skylight garden_door - door
    sprinkler fan heat_lamp - device
    fern cactus orchid - plant
    watering_can - can
    shears - cutter
    trowel - tool
    teapot honey_jar jam_jar - crockery)
  (:init
    (bot-at kitchenette) (grip-empty)
    (placed-in windowsill conservatory) (placed-in workbench shed) (placed-in counter kitchenette)
    (placed-in washbasin kitchenette) (placed-in cupboard kitchenette) (placed-in crate shed)
    (placed-in skylight conservatory) (placed-in garden_door shed)
    (placed-in sprinkler conservatory) (placed-in fan kitchenette) (placed-in heat_lamp conservatory)
    (stands-on fern windowsill) (stands-on cactus windowsill) (stands-on orchid counter)
    (stands-on watering_can workbench) (kept-in shears crate) (kept-in trowel crate)
    (stands-on teapot counter) (kept-in honey_jar cupboard) (stands-on jam_jar counter)
    (shut cupboard) (shut garden_door) (switched-on fan) (switched-on heat_lamp)
    (clean trowel))
  (:goal (and)))
