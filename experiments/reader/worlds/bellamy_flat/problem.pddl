(define (problem bellamy_flat-1)
  (:domain bellamy_flat)
  (:objects hall study kitchen bedroom porch - room
            front-door study-door bedroom-door kitchen-door - door
            blue-cup white-cup - cup
            atlas novel - book
            umbrella toolbox - tool
            desk-fan ceiling-fan - fan
            kitchen-radio bedside-radio - radio
            convector - heater)
  (:init (robot-in hall) (free-hand)
         (door-between front-door hall porch) (door-between front-door porch hall)
         (door-between study-door hall study) (door-between study-door study hall)
         (door-between bedroom-door hall bedroom) (door-between bedroom-door bedroom hall)
         (door-between kitchen-door hall kitchen) (door-between kitchen-door kitchen hall)
         (open study-door) (open kitchen-door)
         (lit hall) (lit kitchen)
         (in-room blue-cup kitchen) (in-room white-cup study)
         (in-room atlas study) (in-room novel bedroom)
         (in-room umbrella hall) (in-room toolbox porch)
         (installed desk-fan study) (installed ceiling-fan bedroom)
         (installed kitchen-radio kitchen) (installed bedside-radio bedroom)
         (installed convector study)
         (running ceiling-fan) (running kitchen-radio) (loud kitchen-radio))
  (:goal (and (in-room umbrella porch))))
