(define (problem grouse_corner-as-usual)
  (:domain grouse_corner)
  (:objects
    kitchen parlour hall bedroom - room
    kitchen-table sink armchair hallstand chest - perch
    pan-big pan-small - pan
    slippers cardigan - wearable
    doras-specs berts-stick - aid
    wireless heater-parlour heater-bedroom light-kitchen light-hall lamp-parlour - appliance
    kitchen-tap - tap
    window-kitchen window-bedroom front-door - opening
    rex fifi - dog
    aspidistra - plant
    doras-bed - bed
    dora bert - person)
  (:init
    (i-am kitchen) (clutching-nothing)
    (part-of kitchen kitchen-table) (part-of kitchen sink) (part-of parlour armchair)
    (part-of hall hallstand) (part-of bedroom chest)
    (scrubbing-place sink)
    (found-in wireless parlour) (found-in heater-parlour parlour) (found-in lamp-parlour parlour)
    (found-in heater-bedroom bedroom) (found-in light-kitchen kitchen) (found-in light-hall hall)
    (found-in kitchen-tap kitchen) (found-in window-kitchen kitchen)
    (found-in window-bedroom bedroom) (found-in front-door hall)
    (found-in rex kitchen) (found-in fifi parlour) (found-in aspidistra hall)
    (found-in doras-bed bedroom) (found-in dora bedroom) (found-in bert parlour)
    (sits pan-big kitchen-table) (sits pan-small armchair)
    (sits slippers kitchen-table) (sits cardigan hallstand)
    (sits doras-specs kitchen-table) (sits berts-stick hallstand)
    (going wireless) (going heater-parlour) (going light-kitchen) (going lamp-parlour)
    (running kitchen-tap)
    (dirty pan-big) (dirty pan-small)
    (fed fifi) (dry aspidistra))
  (:goal (and (fed rex) (not (running kitchen-tap)) (shut front-door))))
