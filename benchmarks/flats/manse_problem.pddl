(define (problem manse-afternoon)
  (:domain manse)
  (:objects
    jeeves - agent
    grandma tom - person
    hall study nursery scullery - room
    desk bookcase armchair - spot
    toy_chest - chest
    washer - washing-machine
    thermostat - dial
    eco warm - level
    study_curtain nursery_curtain - curtain
    teddy - toy
    red_sweater green_sweater - sweater
    towel - towel-type
    bank_letter aunts_letter - letter
    diary - journal)
  (:init
    (bot-near jeeves hall) (free jeeves)
    (path hall study) (path study hall)
    (path hall nursery) (path nursery hall)
    (path hall scullery) (path scullery hall)
    (part-of armchair hall) (part-of desk study) (part-of bookcase study)
    (part-of toy_chest nursery) (part-of washer scullery)
    (mounted thermostat hall) (set-to thermostat eco)
    (stays grandma study) (stays tom nursery)
    (hangs study_curtain study) (hangs nursery_curtain nursery)
    (item-at teddy armchair) (item-at red_sweater armchair) (item-at green_sweater desk)
    (item-at towel washer) (item-at bank_letter desk) (item-at aunts_letter bookcase)
    (item-at diary desk)
    (soiled red_sweater) (soiled green_sweater) (soiled towel)
    (shut toy_chest)
    (dark study) (dark scullery))
  (:goal (and (has tom teddy))))
