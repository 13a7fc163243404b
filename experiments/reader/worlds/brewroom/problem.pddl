(define (problem bottling-room-1) (:domain bottling-room)
  (:objects vessel_brown vessel_green growler_2L - vessel  cask_stout cask_lager - cask
    chiller_cab supplies_cab - cabinet  bench_A pallet_01 - surface
    conveyor_drive air_extractor strip_luminaire audio_unit - device  valve_1 - tap-valve  loading_hatch - hatch)
  (:init (gripper-free) (located vessel_brown bench_A) (located vessel_green bench_A) (located growler_2L supplies_cab) (located cask_stout pallet_01) (located cask_lager pallet_01)
    (coupled cask_stout valve_1) (charged vessel_green) (sanitised vessel_green) (energized conveyor_drive) (energized audio_unit) (unobstructed loading_hatch) (door-open chiller_cab))
  (:goal (and (energized air_extractor))))
