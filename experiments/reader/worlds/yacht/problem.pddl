(define (problem yacht-1) (:domain yacht)
  (:objects port_locker stbd_locker cool_box - locker chart_table galley_counter - place
    tin_mug china_mug - mug cheese flashlight binoculars winch_handle - item
    cabin_lamp anchor_lamp - lamp mainsail jib - sail fore_hatch main_hatch - hatch)
  (:init (hand-free) (stowed-at china_mug port_locker) (latched port_locker)
    (stowed-at tin_mug galley_counter) (soiled tin_mug) (stowed-at cheese cool_box) (latched cool_box)
    (stowed-at flashlight stbd_locker) (stowed-at binoculars chart_table) (stowed-at winch_handle chart_table)
    (anchor-set) (energised anchor_lamp) (dogged fore_hatch))
  (:goal (and (filled china_mug))))
