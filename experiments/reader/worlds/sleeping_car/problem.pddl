(define (problem night-express) (:domain sleeping-car)
  (:objects comp_11 comp_12 - compartment upper_11 lower_11 lower_12 - berth mrs_novak colonel student - passenger
    trunk rucksack hatbox - luggage night_light corridor_lamp - light big_samovar - samovar blind_11 blind_12 - blind rack_fore rack_aft - locker)
  (:init (empty-handed) (locked comp_12) (berth-of upper_11 comp_11) (berth-of lower_11 comp_11) (berth-of lower_12 comp_12) (folded-down lower_12) (asleep-in colonel lower_12)
    (awake mrs_novak) (awake student) (glowing corridor_lamp) (drawn blind_12) (in-corridor trunk) (in-corridor rucksack) (stowed-in hatbox rack_fore))
  (:goal (and (served mrs_novak))))
