(define (problem sunset_lodge-1)
  (:domain sunset_lodge)
  (:objects lounge conservatory dining_room library - room
            french_door dining_door library_door - entrance
            low medium high - level
            rollo - robot
            wicker_chair folding_chair - seat
            ednas_shawl berts_cardigan - wearable
            chess_set jigsaw - pastime
            lounge_curtain library_curtain - curtain
            lounge_wireless dining_wireless - wireless)
  (:init (whereabouts rollo lounge) (unladen rollo) (beside rollo dining_door)
         (leads french_door lounge conservatory) (leads french_door conservatory lounge)
         (leads dining_door lounge dining_room) (leads dining_door dining_room lounge)
         (leads library_door lounge library) (leads library_door library lounge)
         (locked french_door)
         (lights_off conservatory) (lights_off library)
         (thermostat lounge high) (thermostat conservatory low)
         (thermostat dining_room medium) (thermostat library low)
         (whereabouts wicker_chair conservatory) (whereabouts folding_chair dining_room)
         (whereabouts ednas_shawl lounge) (whereabouts berts_cardigan library)
         (whereabouts chess_set library) (whereabouts jigsaw dining_room)
         (hangs_in lounge_curtain lounge) (hangs_in library_curtain library)
         (drawn library_curtain)
         (set_in lounge_wireless lounge) (set_in dining_wireless dining_room)
         (playing lounge_wireless))
  (:goal (and (whereabouts ednas_shawl conservatory))))
