(define (problem rectory_laundry-1)
  (:domain rectory_laundry)
  (:objects
    bedroom bathroom laundry - room
    hamper rack line basket chest chair - spot
    red_towel blue_towel - towel
    white_shirt striped_shirt - shirt
    sheet tablecloth - linen
    grey_socks pyjamas - garment
    big_bed cot - bed)
  (:init
    (at-robot bedroom) (empty-gripper) (wash-room laundry)
    (spot-in hamper bathroom) (spot-in rack bathroom)
    (spot-in line laundry) (spot-in basket laundry)
    (spot-in chest bedroom) (spot-in chair bedroom)
    (bed-in big_bed bedroom) (bed-in cot bedroom)
    (lidded hamper) (lidded chest)
    (holds hamper red_towel) (holds hamper white_shirt)
    (holds rack blue_towel) (clean blue_towel) (damp blue_towel)
    (holds line striped_shirt) (clean striped_shirt) (damp striped_shirt)
    (holds chair grey_socks)
    (holds basket pyjamas) (clean pyjamas)
    (holds basket sheet) (clean sheet)
    (holds chest tablecloth) (clean tablecloth) (folded tablecloth))
  (:goal (and (made cot) (folded sheet))))
