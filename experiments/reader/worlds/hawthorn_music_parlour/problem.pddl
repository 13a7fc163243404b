(define (problem lesson_at_four)
  (:domain hawthorn_music_parlour)
  (:objects
    parlour hallway - room
    left-arm right-arm - hand
    music-stand piano-top tea-table hall-chest - support
    violin-case satchel - case
    upright - keyboard
    metronome gramophone lamp-piano lamp-hall - gadget
    frau-klee timo - person
    violin viola - instrument
    pencil-red pencil-black - pencil
    scales-book waltz - sheet
    rosin - thing)
  (:init
    (in-room parlour) (door-closed) (free left-arm) (free right-arm)
    (stands music-stand parlour) (stands piano-top parlour) (stands tea-table parlour)
    (stands violin-case parlour) (stands upright parlour)
    (stands metronome parlour) (stands gramophone parlour) (stands lamp-piano parlour)
    (stands frau-klee parlour) (stands timo parlour)
    (stands hall-chest hallway) (stands satchel hallway) (stands lamp-hall hallway)
    (holds music-stand waltz) (holds piano-top scales-book)
    (holds piano-top pencil-red) (holds tea-table pencil-black)
    (holds tea-table viola)
    (kept-in violin violin-case) (kept-in rosin satchel)
    (lid-down violin-case) (lid-down upright)
    (untuned violin) (untuned viola)
    (blunt pencil-red) (blunt pencil-black)
    (idle gramophone) (idle lamp-hall))
  (:goal (and (not (lid-down upright)) (given violin timo))))
