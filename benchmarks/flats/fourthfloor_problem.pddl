(define (problem fourthfloor-day)
  (:domain fourthfloor)
  (:objects
    hall kitchen living-room kids-room bathroom - room
    kitchen-table sofa kids-bed coat-rack - surface
    fridge toy-box school-bag wardrobe - container
    washer - washing-machine
    hall-light night-light - light
    kitchen-window kids-window - window
    basil - plant
    red-car green-car teddy - toy
    reading-book picture-book - book
    dino-cup blue-cup - cup
    jacket pyjamas - clothing
    milk - food)
  (:init
    (robot-at hall) (hand-free)
    (next-to hall kitchen) (next-to kitchen hall)
    (next-to hall living-room) (next-to living-room hall)
    (next-to hall kids-room) (next-to kids-room hall)
    (next-to hall bathroom) (next-to bathroom hall)
    (sink-in kitchen) (sink-in bathroom)
    (located kitchen-table kitchen) (located fridge kitchen)
    (located kitchen-window kitchen) (located basil kitchen)
    (located sofa living-room)
    (located kids-bed kids-room) (located toy-box kids-room)
    (located wardrobe kids-room) (located kids-window kids-room)
    (located night-light kids-room)
    (located coat-rack hall) (located school-bag hall) (located hall-light hall)
    (located washer bathroom)
    (open toy-box)
    (lit hall-light)
    (window-open kitchen-window) (window-open kids-window)
    (sticky kitchen-table)
    (on milk kitchen-table) (on blue-cup kitchen-table)
    (on dino-cup sofa) (on red-car sofa) (on picture-book sofa)
    (on reading-book kids-bed) (on pyjamas kids-bed)
    (on jacket coat-rack)
    (in green-car toy-box) (in teddy school-bag)
    (dirty dino-cup) (dirty blue-cup) (dirty pyjamas))
  (:goal (and (in milk fridge))))
