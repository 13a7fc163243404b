(define (problem carehome-1) (:domain carehome)
  (:objects mrs-hill mr-crane miss-dale - resident lounge sunroom dining-room - room
    north-drape south-drape - drape wireless television - appliance drug-cabinet sideboard - cabinet
    heart-pills eye-drops - drug spectacles jigsaw - portable tea cocoa - refreshment)
  (:init (located mrs-hill lounge) (located mr-crane lounge) (located miss-dale sunroom) (awake mrs-hill) (awake miss-dale)
    (cart-at dining-room) (drawn north-drape) (active television) (secured drug-cabinet) (empty-handed)
    (kept-in heart-pills drug-cabinet) (kept-in eye-drops drug-cabinet) (kept-in spectacles sideboard) (kept-in jigsaw sideboard))
  (:goal (and (served tea mrs-hill))))
