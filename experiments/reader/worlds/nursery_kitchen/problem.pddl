(define (problem nursery_kitchen_1) (:domain nursery_kitchen)
 (:objects fridge cupboard dishwasher - closet counter low_table - top
  beaker_yellow beaker_green bib - washable milk plum banana bear_small bear_big bread_knife butter_knife - thing
  paint_tub waste_bin - tub stair_gate - gate ceiling_light - light floor - surface)
 (:init (on_top low_table beaker_yellow) (on_top counter milk) (inside beaker_green cupboard) (on_top low_table bib)
  (on_top low_table plum) (on_top counter banana) (on_top low_table bear_small) (inside bear_big cupboard)
  (on_top counter bread_knife) (inside butter_knife dishwasher)
  (grubby beaker_yellow) (grubby bib) (gaping cupboard) (gaping fridge) (lidded paint_tub) (dimmed ceiling_light))
 (:goal (fastened stair_gate)))
