(define (problem annexe-1) (:domain granny-annexe)
 (:objects bedroom parlour kitchenette - room
  spectacles tablets knitting teacup_rose teacup_white - thing
  sofa nightstand worktop - shelfish
  fridge wardrobe - cabinet
  fern orchid - plant bowl_dog - bowl
  lamp_bed lamp_floor - lamp heater - heater tv - media
  curtain_bedroom curtain_parlour - curtain)
 (:init (robot_in parlour) (granny_in parlour) (gripper_empty)
  (stands_in sofa parlour) (stands_in nightstand bedroom) (stands_in worktop kitchenette)
  (stands_in fridge kitchenette) (stands_in wardrobe bedroom)
  (stands_in fern parlour) (stands_in orchid kitchenette) (stands_in bowl_dog kitchenette)
  (stands_in lamp_bed bedroom) (stands_in lamp_floor parlour) (stands_in heater bedroom) (stands_in tv parlour)
  (stands_in curtain_bedroom bedroom) (stands_in curtain_parlour parlour)
  (contains nightstand spectacles) (contains worktop tablets) (contains sofa knitting)
  (contains worktop teacup_rose) (contains sofa teacup_white)
  (opened wardrobe) (running lamp_bed) (running tv)
  (thirsty fern) (drawn curtain_bedroom))
 (:goal (not (thirsty fern))))
