(define (problem holiday_let_1) (:domain holiday_let)
 (:objects bedroom bathroom kitchenette terrace - zone linen_cupboard key_safe - storage towel_striped towel_plain - towel suitcase welcome_basket - item key_ring - keyring
  door_entrance door_terrace - exit kettle dehumidifier heater_bedroom heater_bathroom - appliance shutter_bedroom shutter_kitchenette - shutter)
 (:init (robot_in kitchenette) (store_zone linen_cupboard bathroom) (store_zone key_safe kitchenette) (exit_zone door_entrance kitchenette) (exit_zone door_terrace terrace) (laundry_spot bathroom)
  (left_in terrace towel_striped) (soiled towel_striped) (kept_in towel_plain linen_cupboard) (left_in bedroom suitcase) (left_in bedroom welcome_basket) (kept_in key_ring key_safe)
  (store_open linen_cupboard) (ajar door_terrace) (running heater_bedroom) (running dehumidifier)
  (rolled_up shutter_bedroom) (rolled_up shutter_kitchenette) (grubby bathroom) (grubby terrace))
 (:goal (and (locked door_terrace))))
