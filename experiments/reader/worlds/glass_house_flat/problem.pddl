(define (problem glass_house_flat_1) (:domain glass_house_flat)
 (:objects fern cactus - plant wine_glass water_glass paperback remote - item throw_wool - blanket
  chaise glass_table sideboard bookcase bathtub_rim - furniture
  blind_north blind_south - blind arc_lamp desk_lamp bedside_lamp - lamp tv - screen skylight balcony_door - pane)
 (:init (bears sideboard fern) (bears glass_table cactus) (bears chaise wine_glass) (bears glass_table water_glass)
  (bears chaise paperback) (bears bookcase remote) (bears bathtub_rim throw_wool)
  (raised blind_north) (off desk_lamp) (muted tv) (thirsty fern) (smeared skylight))
 (:goal (and (not (thirsty fern)))))
