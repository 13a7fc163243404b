(define (problem evening)
  (:domain manor)
  (:objects great_hall library pantry drawing_room woodshed - room
            hall_hearth library_hearth drawing_room_hearth - hearth
            chandelier desk_lamp standard_lamp - luminaire
            front_door scullery_door terrace_door - door
            candlestick teapot salver - silverware
            log_1 log_2 - firewood)
  (:init (hands-free)
         (stored-in candlestick great_hall) (stored-in teapot pantry) (stored-in salver drawing_room)
         (stored-in log_1 woodshed) (stored-in log_2 woodshed)
         (alight hall_hearth) (laid hall_hearth) (swept hall_hearth)
         (swept library_hearth)
         (illuminated chandelier)
         (bolted front_door) (ajar terrace_door)
         (tarnished candlestick) (tarnished salver))
  (:goal (and (alight library_hearth))))
