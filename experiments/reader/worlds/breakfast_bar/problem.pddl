(define (problem breakfast_bar_1)
  (:domain breakfast_bar)
  (:objects
    bar_counter drainer trolley - surface
    wall_cabinet corner_cabinet - cabinet
    tumbler_green tumbler_clear espresso_cup - drinkware
    cereal_box cereal_bowl fruit_bowl teaspoon sugar_tin - ware
    toaster kettle pendant_lamp counter_lamp - device
    blind_sink blind_bar - roller)
  (:init
    (on_top tumbler_green bar_counter) (on_top espresso_cup bar_counter)
    (on_top fruit_bowl bar_counter)
    (on_top tumbler_clear drainer) (on_top teaspoon drainer) (on_top cereal_bowl drainer)
    (on_top sugar_tin trolley)
    (stashed cereal_box wall_cabinet)
    (ajar corner_cabinet)
    (plugged_in toaster) (off toaster)
    (off kettle)
    (plugged_in pendant_lamp)
    (plugged_in counter_lamp) (off counter_lamp)
    (raised blind_sink)
    (empty tumbler_clear) (empty espresso_cup)
    (sticky bar_counter) (sticky trolley))
  (:goal (and (not (sticky bar_counter))))
)
