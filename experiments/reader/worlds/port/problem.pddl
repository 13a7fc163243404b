(define (problem turnaround)
  (:domain port)
  (:objects north_quay south_quay - berth
            stackyard cold_yard customs_shed - yard
            anna_maria sea_goose - vessel
            gantry_north gantry_south - gantry
            tug_a tug_b - tractor
            steel_box paint_box tank_box - box
            fish_reefer banana_reefer - reefer)
  (:init (docked_at anna_maria north_quay) (at_sea sea_goose) (vacant south_quay)
         (spans gantry_north north_quay) (spans gantry_south south_quay)
         (energised gantry_north)
         (tractor_at tug_a stackyard) (tractor_at tug_b north_quay) (bare tug_a) (bare tug_b)
         (aboard fish_reefer anna_maria) (lashed fish_reefer)
         (aboard steel_box anna_maria)
         (stacked_in banana_reefer cold_yard) (plugged banana_reefer)
         (stacked_in paint_box stackyard)
         (stacked_in tank_box customs_shed))
  (:goal (and (inspected paint_box))))
