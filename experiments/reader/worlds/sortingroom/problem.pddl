(define (problem sortingroom-p) (:domain sortingroom)
 (:objects airmail_letter registered_letter - letter large_parcel small_parcel - parcel mailbag_north mailbag_south refuse_bin - receptacle counter_A - surface
  conveyor_1 radiator_e - machine loading_gate staff_door - portal bench_lamp strip_light - luminaire)
 (:init (contained_in airmail_letter counter_A) (contained_in registered_letter mailbag_south) (contained_in large_parcel counter_A) (contained_in small_parcel mailbag_north) (grip_vacant)
  (lid_raised mailbag_south) (lid_raised refuse_bin) (powered conveyor_1) (powered radiator_e) (agape loading_gate) (secured staff_door) (illuminated strip_light))
 (:goal (and (franked airmail_letter))))
