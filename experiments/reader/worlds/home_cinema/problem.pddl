(define (problem home-cinema-1)
  (:domain home-cinema)
  (:objects
    sofa armchair coffee_table - seat
    drawer_left drawer_right - cabinet
    remote_tv remote_projector - remote
    dvd_western dvd_cartoon - disc
    popcorn crisps - snack
    headphones - prop
    tv projector - screen_device
    dvd_player - player
    soundbar - speaker
    lamp_floor lamp_wall - lamp
    popcorn_maker - popper
    curtain - drape
    door_hall - portal)
  (:init
    (resting sofa remote_tv) (resting drawer_left remote_projector)
    (resting coffee_table dvd_western) (loaded dvd_player dvd_cartoon)
    (resting coffee_table popcorn) (kernels popcorn)
    (resting armchair crisps) (resting drawer_left headphones)
    (powered tv) (powered soundbar) (powered lamp_floor)
    (cabinet_open drawer_right)
    (crumby sofa) (crumby armchair))
  (:goal (and (loaded dvd_player dvd_western) (powered projector) (drawn_shut curtain))))
