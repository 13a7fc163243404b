(define (problem patient-room-1) (:domain patient-room)
  (:objects porcelain_cup glass_beaker - drinkware  antitussive_syrup analgesic_tabs - medicament  probe_ir - thermometer
    med_locker waste_bin - receptacle  night_stand overbed_table - support
    bedside_luminaire main_luminaire audio_player humidifier_1 space_heater - emitter  call_bell - alarm
    window_N door_hall - aperture  roller_blind - cover  patient_oma - patient  bed_1 - bedframe)
  (:init (hands-unoccupied) (article-at porcelain_cup night_stand) (article-at glass_beaker overbed_table) (article-at antitussive_syrup med_locker) (article-at analgesic_tabs night_stand) (article-at probe_ir med_locker)
    (containing-fluid glass_beaker) (sterile porcelain_cup) (actuated main_luminaire) (actuated audio_player) (closed-off door_hall) (over roller_blind window_N) (shut-lid med_locker) (backrest-up bed_1))
  (:goal (and (measured patient_oma))))
