(define (problem harlow_lockup-p)
  (:domain harlow_lockup)
  (:objects
    workbench windowsill - surface
    toolbox_red toolbox_grey bench_drawer - box
    spanner_10 spanner_13 screwdriver hammer torch - tool
    bike_pump - pump
    oil_can - oiler
    ada_bike ben_bike kid_bike - bike
    hook_left hook_right - hook
    heater radio strip_light - gadget
    big_shutter small_shutter - shutter)
  (:init
    (empty_handed)
    (inside toolbox_red spanner_10) (lies_on spanner_13 workbench)
    (inside bench_drawer screwdriver) (lies_on hammer workbench)
    (lies_on torch windowsill) (lies_on oil_can windowsill)
    (inside toolbox_grey bike_pump)
    (closed toolbox_red) (closed toolbox_grey)
    (hangs ada_bike hook_left) (in_use hook_left)
    (on_floor ben_bike) (on_floor kid_bike)
    (flat_tyre ben_bike) (flat_tyre kid_bike)
    (dry_chain ada_bike) (dry_chain ben_bike)
    (unplugged heater) (unplugged strip_light)
    (rolled_up big_shutter))
  (:goal (and (not (flat_tyre kid_bike)) (inside bench_drawer hammer))))
