(define (problem music1) (:domain music_teacher_home)
 (:objects violin_small violin_large piano guitar - instrument
  metronome songbook scorebook teapot - movable
  music_stand shelf piano_bench violin_case music_floor cabinet - holder
  curtain_street curtain_garden - curtain
  heater humidifier radio - appliance)
 (:init (kept_at violin_small violin_case) (kept_at violin_large shelf)
  (kept_at piano music_floor) (kept_at guitar music_floor) (heavy piano)
  (kept_at metronome cabinet) (kept_at songbook music_stand) (kept_at scorebook piano_bench)
  (kept_at teapot shelf)
  (closable violin_case) (closable cabinet) (is_closed cabinet)
  (has_cover piano) (covered piano)
  (stringed violin_small) (stringed violin_large) (stringed guitar) (in_tune violin_small)
  (in_tune violin_large)
  (drawn curtain_street) (running radio) (running humidifier) (nothing_in_hand))
 (:goal (and (in_tune guitar) (not (covered piano)))))
