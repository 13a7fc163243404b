(define (problem lodge-1) (:domain lodge)
 (:objects rubber_boots hiking_boots - footwear rifle_1 shotgun_1 - firearm venison_haunch pheasant_1 - game tankard_1 - utensil
  gun_cabinet larder - receptacle dining_table boot_rack - support fireplace iron_stove - hearth
  portable_light ceiling_light - luminaire asta bruno - hound front_door cellar_door - entrance)
 (:init (hands-free) (resting rubber_boots dining_table) (soiled rubber_boots) (resting hiking_boots boot_rack) (soiled hiking_boots)
  (resting rifle_1 dining_table) (stowed shotgun_1 gun_cabinet) (resting venison_haunch dining_table) (stowed pheasant_1 larder)
  (resting tankard_1 boot_rack) (unsealed larder) (ignited fireplace) (energized ceiling_light) (bolted cellar_door))
 (:goal (and (stowed rifle_1 gun_cabinet))))
