; The early shift: one engine with a wagon behind it on the main line, one wagon on the jacks.
(define (problem early-shift)
  (:domain railyard)
  (:objects
    diesel_shunter steam_engine - locomotive
    tank_wagon flat_wagon coal_wagon box_wagon - wagon
    north_siding south_siding main_line - track
    home_signal exit_signal - signal
    petrol_drums coal timber - cargo
    gantry_crane mobile_crane - crane)
  (:init
    (at diesel_shunter north_siding) (at steam_engine main_line)
    (at tank_wagon north_siding) (at flat_wagon north_siding) (at coal_wagon south_siding) (at box_wagon main_line)
    (coupled steam_engine box_wagon)
    (braked tank_wagon) (braked diesel_shunter)
    (signal-red home_signal)
    (guards home_signal main_line) (guards exit_signal south_siding)
    (loaded coal_wagon coal)
    (placarded box_wagon)
    (jacked-up flat_wagon)
    (unserviceable coal_wagon)
    (flammable petrol_drums))
  (:goal (and)))
