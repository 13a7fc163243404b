(define (problem hollin_royd_november)
  (:domain hollin_royd)
  (:objects
    parlour kitchen bedroom - room
    desmond - gentleman
    bruno - dog
    four_poster - bed
    parlour_window bedroom_window - window
    bureau larder - cabinet
    gas_fire radio standard_lamp kitchen_lamp bedside_lamp - appliance
    kitchen_tap - tap
    sideboard armchair kitchen_counter nightstand - furniture
    tumbler_1 tumbler_2 - tumbler
    hot_water_bottle - flask
    tartan_blanket brown_blanket - blanket
    slippers newspaper hearing_aid whisky pipe - thing)
  (:init
    (butler-at kitchen)
    (unburdened)
    (connects parlour kitchen) (connects kitchen parlour)
    (connects parlour bedroom) (connects bedroom parlour)
    (water-in kitchen)
    (found-in desmond parlour) (found-in bruno kitchen)
    (found-in four_poster bedroom)
    (found-in parlour_window parlour) (found-in bedroom_window bedroom)
    (found-in bureau parlour) (found-in larder kitchen)
    (found-in gas_fire parlour) (found-in radio parlour) (found-in standard_lamp parlour)
    (found-in kitchen_lamp kitchen) (found-in bedside_lamp bedroom)
    (found-in kitchen_tap kitchen)
    (found-in sideboard parlour) (found-in armchair parlour) (found-in kitchen_counter kitchen) (found-in nightstand bedroom)
    (resting-on sideboard whisky) (resting-on sideboard tumbler_1)
    (resting-on armchair brown_blanket)
    (resting-on kitchen_counter newspaper) (resting-on kitchen_counter tartan_blanket)
    (resting-on nightstand slippers) (resting-on nightstand hearing_aid) (resting-on nightstand hot_water_bottle)
    (put-by bureau pipe)
    (put-by larder tumbler_2)
    (open parlour_window) (open bedroom_window) (open bureau) (shut larder)
    (off gas_fire) (on radio) (off standard_lamp) (on kitchen_lamp) (on bedside_lamp)
    (running kitchen_tap)
    (unmade four_poster)
    (dirty tumbler_1) (clean tumbler_2)
    (empty hot_water_bottle)
    (hungry bruno))
  (:goal (and (fed bruno))))
