(define (problem teachers_house_1) (:domain teachers_house)
 (:objects reading_lamp piano_lamp hall_lamp - lamp curtain_study curtain_bedroom - curtain mantel_clock cuckoo_clock - clock
  hymn_book cookbook spectacles newspaper - thing cup_blue cup_white plate - crockery
  desk piano armchair sink - spot bureau china_cabinet - cabinet)
 (:init (at_spot hymn_book armchair) (at_spot newspaper armchair) (at_spot cookbook desk) (at_spot cup_blue desk)
  (at_spot spectacles piano) (at_spot plate piano) (at_spot cup_white china_cabinet)
  (dirty cup_blue) (dirty plate) (washing_place sink) (is_cabinet bureau) (is_cabinet china_cabinet)
  (shut bureau) (drawn curtain_study) (off hall_lamp) (stopped mantel_clock))
 (:goal (and (not (stopped mantel_clock)))))
