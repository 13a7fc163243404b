(define (problem quaver_loft_after_rehearsal)
  (:domain quaver_loft)
  (:objects
    music_stand shelf piano_top windowsill armchair - place
    violin_old violin_new - stringed
    flute - wind
    bach_suite brahms_sonata tango_book - score
    mingus_lp baez_lp - record
    rosin chipped_mug - sundry
    black_case brown_case flute_case - case
    valve_amp practice_amp stand_lamp metronome - electric
    street_curtain yard_curtain - curtain
    upright - piano
    ines - player)
  (:init
    (empty-handed)
    (fits violin_old black_case) (fits violin_new black_case)
    (fits violin_old brown_case) (fits violin_new brown_case)
    (fits flute flute_case)
    (holds armchair violin_old) (cased violin_new brown_case) (holds piano_top flute)
    (latched brown_case)
    (holds music_stand bach_suite) (holds shelf brahms_sonata) (holds piano_top tango_book)
    (holds shelf mingus_lp) (holds armchair baez_lp) (dusty mingus_lp)
    (holds windowsill rosin) (holds piano_top chipped_mug)
    (tuned violin_new)
    (live valve_amp) (live metronome)
    (drawn street_curtain)
    (lid-up upright))
  (:goal (and (not (live metronome))))
)
