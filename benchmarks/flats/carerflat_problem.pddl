(define (problem carerflat-morning)
  (:domain carerflat)
  (:objects
    bedroom living-room kitchen - room
    mrs-hale carer - person
    bedside-table side-table kitchen-counter - surface
    bed - bed
    medicine-cabinet wardrobe - container
    bedroom-blind living-room-blind - blind
    kettle radio bedside-lamp - device
    heart-pills sleeping-pills walking-frame walking-stick reading-glasses
    blanket teacup phone hearing-aid - item)
  (:init
    (located mrs-hale living-room)
    (located carer kitchen)
    (located bedside-table bedroom)
    (located bed bedroom)
    (located wardrobe bedroom)
    (located bedroom-blind bedroom)
    (located bedside-lamp bedroom)
    (located side-table living-room)
    (located living-room-blind living-room)
    (located radio living-room)
    (located kitchen-counter kitchen)
    (located medicine-cabinet kitchen)
    (located kettle kitchen)
    (lives-here mrs-hale)
    (chargeable phone)
    (chargeable hearing-aid)
    (charger-at bedside-table)
    (floor-standing walking-frame)
    (floor-standing walking-stick)
    (in heart-pills medicine-cabinet)
    (on sleeping-pills bedside-table)
    (in walking-frame bedroom)
    (in walking-stick living-room)
    (on reading-glasses bedside-table)
    (in blanket wardrobe)
    (on teacup kitchen-counter)
    (on phone side-table)
    (on hearing-aid bedside-table)
    (charging hearing-aid)
    (switched-on radio)
    (robot-in kitchen)
    (hand-free))
  (:goal (and (made bed))))
