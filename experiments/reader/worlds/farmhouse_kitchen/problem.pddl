(define (problem farmhouse_kitchen_1)
  (:domain farmhouse_kitchen)
  (:objects
    long_table windowsill belfast_sink pantry_shelf hob - spot
    top_drawer bottom_drawer - dresser_drawer
    mug_striped mug_white plate_big jug - crock
    stockpot milk_pan - pot
    bread_knife butter_knife loaf egg_basket tea_towel - item
    table_lamp_light pantry_light - light)
  (:init
    (gripper_free)
    (is_drawer top_drawer) (is_drawer bottom_drawer)
    (washing_place belfast_sink)
    (pulled_out bottom_drawer)
    (rests_at mug_striped long_table) (rests_at mug_white windowsill)
    (rests_at plate_big long_table) (rests_at jug pantry_shelf)
    (rests_at stockpot hob) (rests_at milk_pan hob)
    (rests_at bread_knife belfast_sink) (rests_at butter_knife top_drawer)
    (rests_at loaf long_table) (rests_at egg_basket windowsill)
    (rests_at tea_towel bottom_drawer)
    (covered stockpot)
    (soiled mug_striped) (soiled plate_big)
    (dark table_lamp_light))
  (:goal (and (not (soiled plate_big))))
)
