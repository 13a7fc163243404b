(define (problem cycleshop-1) (:domain cycleshop)
  (:objects VELO_cargo VELO_racer VELO_juvenile - velocipede
    torque_driver chain_tester - implement
    bay_N bay_window intake_bay - bay
    implement_chest wall_rack - receptacle
    overhead_lum radio_receiver beverage_boiler - apparatus
    front_shutter yard_shutter - shutter
    ms_okafor mr_lindt - patron)
  (:init (CLAMPED VELO_cargo) (parked-in VELO_racer intake_bay) (parked-in VELO_juvenile bay_window)
    (tyres-pressurized VELO_racer) (brakes-calibrated VELO_juvenile) (drivetrain-lubed VELO_juvenile)
    (impl-at hex_driver_set implement_chest) (impl-at torque_driver wall_rack) (in-manipulator chain_tester)
    (energised radio_receiver) (energised beverage_boiler) (raised front_shutter))
  (:goal (and (degreased VELO_cargo))))
