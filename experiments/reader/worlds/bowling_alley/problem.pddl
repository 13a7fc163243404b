(define (problem league_night)
  (:domain bowling_alley)
  (:objects lane_1 lane_2 lane_3 - lane
    heavy_ball light_ball kids_ball - ball
    shoes_38 shoes_42 - shoes
    anna boris mrs_kim - guest
    jukebox fog_machine scoreboard - appliance
    counter ball_rack - rack)
  (:init (hands_free) (stowed_in heavy_ball ball_rack) (stowed_in light_ball ball_rack)
    (on_return kids_ball lane_1) (stowed_in shoes_38 counter) (stowed_in shoes_42 counter)
    (illuminated lane_1) (pins_set lane_1) (pins_set lane_2) (oiled lane_2)
    (assigned mrs_kim lane_1) (occupied lane_1) (energized jukebox))
  (:goal (and (energized scoreboard))))
