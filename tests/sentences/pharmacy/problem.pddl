(define (problem thursday)
  (:domain pharmacy)
  (:objects
    amoxicillin doxycycline - antibiotic
    ibuprofen morphine - painkiller
    flu_vaccine tetanus_vaccine - vaccine
    small_fridge large_fridge - fridge
    steel_cabinet - cabinet
    mrs_hart mr_bell miss_dune - customer)
  (:init
    (on-counter ibuprofen)
    (in amoxicillin steel_cabinet) (in doxycycline steel_cabinet) (in morphine steel_cabinet)
    (in flu_vaccine small_fridge) (in tetanus_vaccine large_fridge)
    (expired doxycycline) (labelled tetanus_vaccine))
  (:goal (and (dispensed amoxicillin mr_bell) (dispensed ibuprofen mrs_hart) (not (open steel_cabinet)))))
