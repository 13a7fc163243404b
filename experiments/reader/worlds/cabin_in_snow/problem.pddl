(define (problem cabin1) (:domain cabin)
 (:objects wood_stove - stove
  woodshed boot_rack doormat bench_by_stove table - plain_spot
  log_birch log_spruce - firewood
  boots_brown boots_green snow_shovel sled lantern blanket_wool - gear
  shutter_left shutter_right shutter_loft - shutter)
 (:init (gripper_empty)
  (at_place log_birch woodshed) (at_place log_spruce woodshed)
  (at_place boots_brown doormat) (at_place boots_green doormat)
  (at_place snow_shovel doormat) (at_place sled woodshed)
  (at_place lantern table) (at_place blanket_wool bench_by_stove)
  (snowy boots_brown) (snowy snow_shovel) (snowy sled)
  (shut shutter_loft))
 (:goal (lit wood_stove)))
