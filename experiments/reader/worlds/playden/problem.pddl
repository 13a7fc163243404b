(define (problem playden1) (:domain playden)
 (:objects plush_bear rail_set puzzle_48 interlock_bricks - toy sleepwear_set rain_coat - garment
  toy_crate laundry_hamper - receptacle upper_bunk lower_bunk floor_mat wall_shelf - platform
  night_luminaire ceiling_luminaire - luminaire window_sash room_portal - barrier audio_player humidifier - emitter rodent_cage fish_tank - habitat)
 (:init (located plush_bear floor_mat) (located rail_set floor_mat) (located interlock_bricks floor_mat) (located puzzle_48 wall_shelf)
  (located sleepwear_set upper_bunk) (located rain_coat lower_bunk) (gripper_vacant) (sealed toy_crate)
  (illuminated ceiling_luminaire) (obstructed room_portal) (emitting audio_player) (latched fish_tank)
  (soiled plush_bear) (soiled rain_coat) (assembled rail_set))
 (:goal (and (illuminated night_luminaire))))
