(define (problem session)
  (:domain studio)
  (:objects
    vocal_mic drum_mic ribbon_mic - microphone
    guitar_amp bass_amp - amplifier
    tape_deck spare_deck - recorder
    red_lamp desk_lamp - lamp
    vocal_booth drum_booth - booth
    master_tape demo_tape blank_tape - tape)
  (:init
    (on desk_lamp)
    (muted vocal_mic)
    (in drum_mic drum_booth)
    (loaded demo_tape spare_deck)
    (labelled master_tape))
  (:goal (and (loaded master_tape tape_deck) (in vocal_mic vocal_booth) (on red_lamp))))
