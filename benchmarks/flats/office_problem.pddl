(define (problem friday_afternoon)
  (:domain office_floor)
  (:objects
    open_plan meeting_room_1 meeting_room_2 kitchenette - room_t
    desk_anna desk_tom conf_table counter - surface
    dishwasher - container
    filing_cabinet wall_safe - lockable
    printer espresso_machine beamer - device
    whiteboard - board
    ficus aloe - plant
    mug_blue mug_white laptop contract visitor_badge - tray_obj)
  (:init
    (bot_at open_plan)
    (in_room desk_anna open_plan) (in_room desk_tom open_plan) (in_room filing_cabinet open_plan)
    (in_room printer open_plan) (in_room ficus open_plan)
    (in_room conf_table meeting_room_1) (in_room beamer meeting_room_1) (in_room whiteboard meeting_room_1)
    (in_room wall_safe meeting_room_2) (in_room aloe meeting_room_2)
    (in_room counter kitchenette) (in_room dishwasher kitchenette) (in_room espresso_machine kitchenette)
    (lies_on mug_blue desk_tom) (lies_on mug_white conf_table) (lies_on laptop desk_anna)
    (kept_in contract filing_cabinet) (kept_in visitor_badge wall_safe)
    (is_open filing_cabinet) (is_locked wall_safe)
    (powered printer) (powered beamer)
    (watered aloe))
  (:goal (and)))
