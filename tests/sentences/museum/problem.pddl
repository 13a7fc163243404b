; The day before a new exhibition.
(define (problem exhibition)
  (:domain museum)
  (:objects
    bronze_bust marble_bust - sculpture
    oil_painting watercolour - painting
    roman_vase glass_vase - vase
    wooden_crate steel_crate - crate
    vault east_gallery west_gallery - room
    alarm - device)
  (:init
    (armed alarm)
    (locked vault) (locked east_gallery) (locked west_gallery)
    (at bronze_bust east_gallery) (at marble_bust vault)
    (at oil_painting west_gallery) (at watercolour vault)
    (at roman_vase west_gallery) (at glass_vase vault)
    (stands wooden_crate vault) (stands steel_crate vault)
    (wrapped watercolour)
    (dusty bronze_bust) (dusty oil_painting) (dusty marble_bust)
    (fragile glass_vase) (fragile roman_vase))
  (:goal (and)))
