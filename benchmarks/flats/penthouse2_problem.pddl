(define (problem penthouse-evening)
  (:domain penthouse)
  (:objects
    living-room kitchen bedroom office hallway - room
    nora theo - person
    red blue black white - colour
    coffee-table kitchen-counter nightstand desk sideboard - surface
    charging-pad - charger
    fridge wardrobe - container
    dishwasher - dishwasher-unit
    kitchen-window bedroom-window - window
    front-door terrace-door - door
    living-room-blind bedroom-blind - blind
    floor-lamp desk-lamp hall-light bedside-lamp1 bedside-lamp2 - lamp
    kitchen-speaker bedroom-speaker - speaker
    tv air-purifier - device
    espresso-machine - coffee-maker
    mug1 mug2 - mug
    tablet phone1 phone2 headphones - gadget
    juice oat-milk - drink)
  (:init
    (robot-in hallway) (hand-empty)
    (connected hallway living-room) (connected living-room hallway)
    (connected living-room kitchen) (connected kitchen living-room)
    (connected hallway bedroom) (connected bedroom hallway)
    (connected hallway office) (connected office hallway)
    (person-in nora office) (person-in theo living-room)

    (located-in coffee-table living-room) (located-in kitchen-counter kitchen)
    (located-in nightstand bedroom) (located-in desk office) (located-in sideboard hallway)
    (located-in charging-pad office)
    (located-in fridge kitchen) (located-in dishwasher kitchen) (located-in wardrobe bedroom)
    (located-in kitchen-window kitchen) (located-in bedroom-window bedroom)
    (located-in front-door hallway) (located-in terrace-door living-room)
    (located-in living-room-blind living-room) (located-in bedroom-blind bedroom)
    (located-in floor-lamp living-room) (located-in desk-lamp office) (located-in hall-light hallway)
    (located-in bedside-lamp1 bedroom) (located-in bedside-lamp2 bedroom)
    (located-in kitchen-speaker kitchen) (located-in bedroom-speaker bedroom)
    (located-in tv living-room) (located-in air-purifier office) (located-in espresso-machine kitchen)

    (has-colour mug1 red) (has-colour mug2 blue)
    (has-colour bedside-lamp1 white) (has-colour bedside-lamp2 black)
    (belongs-to phone1 nora) (belongs-to phone2 theo) (belongs-to headphones theo)

    (on mug1 coffee-table) (dirty mug1)
    (on mug2 kitchen-counter)
    (on tablet coffee-table)
    (on phone1 nightstand)
    (on phone2 desk) (charged phone2)
    (on headphones desk) (charged headphones)
    (on oat-milk kitchen-counter)
    (in juice fridge)

    (open kitchen-window) (open terrace-door) (open dishwasher)
    (switched-on tv) (switched-on floor-lamp) (switched-on desk-lamp) (switched-on bedroom-speaker)
    (lowered living-room-blind)
    (vacuumed kitchen) (vacuumed hallway))
  (:goal (and (in oat-milk fridge) (switched-on hall-light)))
)
