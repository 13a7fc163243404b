; Four jobs, and a press that has jammed.
(define (problem early-shift)
  (:domain printshop)
  (:objects
    offset_press letterpress - press
    guillotine hand_trimmer - cutter
    black_ink red_ink gold_ink - ink
    film_poster circus_poster - poster
    wedding_invitation menu_card - card)
  (:init
    (running offset_press) (loaded offset_press) (inked offset_press black_ink)
    (guarded offset_press) (guarded guillotine) (guarded hand_trimmer)
    (running hand_trimmer)
    (jammed letterpress)
    (approved film_poster) (printed film_poster) (wet film_poster))
  (:goal (and)))
