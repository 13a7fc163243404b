(define (problem ashgrove_dining_1)
  (:domain ashgrove_dining)
  (:objects
    corner_cabinet china_cabinet drinks_cabinet - cabinet
    long_table sideboard trolley - surface
    armchair window_chair end_chair - chair
    tall_candle short_candle - candle
    grandfather aunt_vera - person
    left_hand right_hand - hand
    blue_plate white_plate - plate
    wine_glass sherry_glass - glass
    silver_teapot silver_tray - silver
    gravy_boat - crock)
  (:init
    (idle left_hand) (idle right_hand)
    (ajar corner_cabinet)
    (bolted drinks_cabinet)
    (contains china_cabinet blue_plate) (contains china_cabinet white_plate)
    (contains drinks_cabinet sherry_glass)
    (contains corner_cabinet gravy_boat)
    (upon silver_teapot sideboard) (upon silver_tray trolley) (upon wine_glass long_table)
    (tarnished silver_teapot) (tarnished silver_tray)
    (alight tall_candle)
    (pulled_out window_chair) (pulled_out end_chair)
    (on_feet grandfather)
    (taken window_chair) (seated aunt_vera window_chair))
  (:goal (and (seated grandfather armchair) (not (tarnished silver_teapot)))))
