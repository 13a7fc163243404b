(define (problem studio-1) (:domain studio)
  (:objects lena otto mika - musician
    telecaster acoustic_guitar - guitar grand_piano - keyboard drum_kit - drumset
    ribbon_mic condenser_mic dynamic_mic - mic
    live_room iso_booth control_room - room
    tube_amp bass_amp - amp trk_1 trk_2 trk_3 - track)
  (:init (present_in lena control_room) (present_in otto live_room) (present_in mika control_room)
    (plays lena telecaster) (plays lena acoustic_guitar) (plays mika grand_piano) (plays otto drum_kit)
    (tuned grand_piano) (rigged dynamic_mic live_room) (in_case ribbon_mic) (in_case condenser_mic)
    (energised bass_amp) (armed trk_3) (captured trk_2))
  (:goal (and (captured trk_1))))
