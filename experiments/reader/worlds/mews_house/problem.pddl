(define (problem mews-house-1)
 (:domain mews-house)
 (:objects
  hall kitchen lounge bedroom - room
  front_door garage_door - door
  bedroom_window lounge_window - window
  piano_lamp floor_lamp bedside_lamp - lamp
  coat_blue - garment
  hymn_book cookbook - book
  teacup mug_green - cup
  glasses_case teddy bread_knife - item)
 (:init
  (robot_in hall) (gripper_free)
  (leads hall kitchen) (leads kitchen hall) (leads hall lounge) (leads lounge hall)
  (leads hall bedroom) (leads bedroom hall)
  (door_to front_door hall) (door_to garage_door kitchen)
  (opening_of bedroom_window bedroom) (opening_of lounge_window lounge)
  (lamp_of piano_lamp lounge) (lamp_of floor_lamp lounge) (lamp_of bedside_lamp bedroom)
  (unlocked front_door)
  (ajar bedroom_window)
  (drawn lounge_window)
  (off floor_lamp)
  (kept_in lounge coat_blue) (kept_in lounge hymn_book) (kept_in bedroom cookbook)
  (kept_in lounge teacup) (kept_in kitchen mug_green) (dirty teacup)
  (kept_in kitchen glasses_case) (kept_in hall teddy) (kept_in kitchen bread_knife))
 (:goal (and (off piano_lamp) (not (unlocked front_door))))
)
