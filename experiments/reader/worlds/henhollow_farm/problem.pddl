(define (problem henhollow_farm_1)
  (:domain henhollow_farm)
  (:objects
    kitchen pantry yard - room
    back_door pantry_door - door
    bess_dog tom_cat goose lamb - animal
    table dresser windowsill pantry_shelf bench - fixture
    sink - washbasin
    big_jug small_jug - jug
    blue_bowl green_bowl - bowl
    loaf ham egg_basket - food
    range fireplace - fire)
  (:init
    (robot-in kitchen)
    (links back_door kitchen yard) (links back_door yard kitchen)
    (links pantry_door kitchen pantry) (links pantry_door pantry kitchen)
    (shut pantry_door)
    (stands table kitchen) (stands dresser kitchen) (stands windowsill kitchen)
    (stands sink kitchen) (stands pantry_shelf pantry) (stands bench yard)
    (hearth-of range kitchen) (hearth-of fireplace kitchen)
    (burning range)
    (roams bess_dog kitchen) (roams goose kitchen) (roams tom_cat pantry) (roams lamb yard)
    (fed goose)
    (lies big_jug table) (lies small_jug dresser) (lies loaf table)
    (lies blue_bowl sink) (lies green_bowl windowsill)
    (lies ham pantry_shelf) (lies egg_basket bench)
    (mucky big_jug) (mucky blue_bowl))
  (:goal (and (roams goose yard) (fed bess_dog))))
