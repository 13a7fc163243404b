(define (problem villa-by-the-sea)
  (:domain villa)
  (:objects
    hall kitchen salon terrace poolside blue-bedroom white-bedroom - area
    mrs-keller mr-brandt lina - guest
    kitchen-counter terrace-table salon-table - surface
    drying-line - clothesline
    fridge linen-chest pool-box - storage
    parasol-1 parasol-2 - parasol
    salon-shutter blue-room-shutter white-room-shutter - shutter
    hall-lamp terrace-lamp floor-lamp table-lamp - lamp
    pool-pump - pump
    kitchen-radio - radio
    bed-1 bed-2 - bed
    swimming-pool - pool
    towel-1 towel-2 towel-3 - towel
    lemonade white-wine iced-tea - drink
    suitcase-1 suitcase-2 - suitcase
    novel thriller guidebook - book
    rubber-duck goggles - toy
    sun-hat - hat)
  (:init
    (robot-at hall) (gripper-empty)
    (linked hall kitchen) (linked kitchen hall)
    (linked hall salon) (linked salon hall)
    (linked hall blue-bedroom) (linked blue-bedroom hall)
    (linked hall white-bedroom) (linked white-bedroom hall)
    (linked salon terrace) (linked terrace salon)
    (linked terrace poolside) (linked poolside terrace)
    (guest-in mrs-keller poolside) (guest-in mr-brandt salon) (guest-in lina terrace)
    (located kitchen-counter kitchen) (located terrace-table terrace) (located salon-table salon)
    (located drying-line terrace)
    (located fridge kitchen) (located linen-chest hall) (located pool-box poolside)
    (located parasol-1 poolside) (located parasol-2 terrace)
    (located salon-shutter salon) (located blue-room-shutter blue-bedroom) (located white-room-shutter white-bedroom)
    (located hall-lamp hall) (located terrace-lamp terrace) (located floor-lamp salon) (located table-lamp salon)
    (located pool-pump poolside) (located kitchen-radio kitchen)
    (located bed-1 blue-bedroom) (located bed-2 white-bedroom)
    (located swimming-pool poolside)
    (red parasol-1) (white parasol-2)
    (striped towel-1) (green towel-2) (white towel-3)
    (brown suitcase-1) (red suitcase-2)
    (owned-by towel-1 mrs-keller) (owned-by towel-2 mr-brandt)
    (owned-by suitcase-1 mr-brandt) (owned-by suitcase-2 mrs-keller)
    (owned-by novel mrs-keller) (owned-by thriller mr-brandt) (owned-by guidebook mr-brandt)
    (owned-by rubber-duck lina) (owned-by goggles lina) (owned-by sun-hat mrs-keller)
    (opened pool-box) (opened parasol-2) (opened salon-shutter) (opened white-room-shutter)
    (switched-on floor-lamp) (switched-on pool-pump) (switched-on kitchen-radio)
    (made bed-2)
    (wet towel-1) (wet towel-2)
    (lies-in towel-1 poolside) (lies-in towel-2 poolside) (inside towel-3 linen-chest)
    (inside lemonade fridge) (inside white-wine fridge) (upon iced-tea kitchen-counter)
    (lies-in suitcase-1 hall) (lies-in suitcase-2 hall)
    (lies-in novel blue-bedroom) (upon thriller salon-table) (upon guidebook salon-table)
    (lies-in rubber-duck poolside) (upon goggles terrace-table)
    (upon sun-hat salon-table))
  (:goal (and (upon lemonade terrace-table) (not (opened fridge)))))
