(define (problem laundrynook1) (:domain laundrynook)
 (:objects wool_jumper bath_linen bed_linen collar_shirt foot_garments_pair - textile soiled_basket fresh_basket - basket
  wall_luminaire pendant_luminaire - luminaire casement_pane corridor_portal - aperture detergent_tray descaler_reservoir - supply dehumidifier - appliance)
 (:init (loc wool_jumper soiled_basket) (loc bath_linen soiled_basket) (loc bed_linen wash_drum) (loc collar_shirt press_board) (loc foot_garments_pair tumble_unit)
  (hands_avail) (hatch_open tumble_unit) (cycle_active wash_drum) (moisture bed_linen) (moisture foot_garments_pair) (laundered foot_garments_pair) (laundered collar_shirt)
  (energised dehumidifier) (lum_active pendant_luminaire) (vented corridor_portal) (extended drying_frame))
 (:goal (and (pressed collar_shirt))))
