(define (problem crotchet_corner_p) (:domain crotchet_corner)
  (:objects metronome mantel_clock music_box - clockwork
    guitar_amp turntable standard_lamp piano_lamp - electric
    piano_stool organ_bench - seat
    upright_piano harmonium - keyboard
    black_case tan_case - case
    violin flute ukulele - instrument
    waltz_sheet hymn_book - paper
    window_seat music_stand piano_top - spot)
  (:init (wound metronome) (ticking metronome) (wound music_box)
    (powered guitar_amp) (powered turntable) (powered standard_lamp)
    (covered harmonium)
    (tucked organ_bench harmonium)
    (snapped_shut tan_case)
    (rests window_seat violin) (rests piano_top flute) (rests window_seat ukulele)
    (rests piano_top waltz_sheet) (rests piano_top hymn_book)
    (free_hand))
  (:goal (and (not (ticking metronome)) (covered upright_piano))))
