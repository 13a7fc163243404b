; It has snowed in the night.
(define (problem snow)
  (:domain airfield)
  (:objects
    red_glider yellow_glider - glider
    mail_plane crop_duster ambulance_plane - motorplane
    north_hangar south_hangar - hangar
    main_runway grass_runway - runway
    apron - stand
    beacon runway_lights - lamp)
  (:init
    (at mail_plane apron) (at ambulance_plane main_runway) (at crop_duster south_hangar)
    (at red_glider grass_runway) (at yellow_glider north_hangar)
    (chocked mail_plane) (chocked yellow_glider)
    (icy mail_plane) (icy red_glider)
    (inspected ambulance_plane) (fuelled ambulance_plane)
    (snowy main_runway)
    (open south_hangar)
    (lit beacon))
  (:goal (and)))
