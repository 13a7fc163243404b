; A clear night; one camera is on already.
(define (problem clear_night)
  (:domain observatory_night)
  (:objects
    north_dome south_dome - dome
    refractor reflector - telescope
    ccd_a ccd_b - camera
    red_lamp white_lamp - lamp
    sun moon jupiter andromeda - target)
  (:init
    (is_open south_dome)
    (housed_in refractor north_dome) (housed_in reflector south_dome)
    (is_capped refractor)
    (is_parked refractor) (is_parked reflector)
    (attached ccd_a refractor) (is_free ccd_b)
    (is_lit white_lamp)
    (is_bright sun) (is_bright moon))
  (:goal (and (has_image ccd_a) (has_image ccd_b) (not (is_open north_dome)) (not (is_lit white_lamp)))))
