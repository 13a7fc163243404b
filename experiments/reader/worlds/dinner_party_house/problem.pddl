(define (problem dph) (:domain dinner-party-house)
 (:objects table sideboard - spot fridge china_cabinet - cupboard
  plate_big plate_small - plate glass_tall glass_round - glass salad_bowl - dish
  candle_white candle_red - candle wine_red wine_white - bottle tablecloth - cloth
  door_garden door_hall - door hifi - speaker)
 (:init (gripper_free) (reach table) (reach sideboard) (reach basin)
  (shut fridge) (shut china_cabinet)
  (bears table plate_big) (bears china_cabinet plate_small) (bears sideboard glass_tall) (bears table glass_round)
  (bears sideboard salad_bowl) (bears table candle_white) (bears sideboard candle_red)
  (bears sideboard wine_red) (bears fridge wine_white) (bears table tablecloth)
  (soiled plate_big) (soiled glass_round) (burning candle_white) (uncorked wine_red) (ajar door_garden) (playing hifi))
 (:goal (and (bears table salad_bowl))))
