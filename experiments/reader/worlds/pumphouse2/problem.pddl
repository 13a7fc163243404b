(define (problem pumphouse2-1) (:domain pumphouse2)
  (:objects P101_duty P102_standby blower_unit - drive
    XV1_inlet XV2_standby_feed XV9_drain - valve
    coarse_strainer fine_strainer - strainer
    entry_portal chlorine_store_portal - portal
    grease_dispenser pipe_spanner portable_light - tool
    bench rack_A floor_sump - site
    ceiling_luminaire yard_floodlight - luminaire)
  (:init (unladen) (energized P101_duty) (primed P101_duty) (primed blower_unit) (unseated XV1_inlet) (unseated XV9_drain)
    (feeds XV1_inlet P101_duty) (feeds XV2_standby_feed P102_standby) (feeds XV1_inlet blower_unit)
    (fouled coarse_strainer) (fouled fine_strainer) (fitted coarse_strainer)
    (ajar entry_portal) (ajar chlorine_store_portal)
    (stowed-at grease_dispenser floor_sump) (stowed-at pipe_spanner bench) (stowed-at portable_light bench) (illuminating yard_floodlight))
  (:goal (and (barred entry_portal))))
