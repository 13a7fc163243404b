(define (problem annexe_at_grannys-1) (:domain annexe_at_grannys)
 (:objects gran_glasses grandpa_glasses morning_pills evening_pills walking_stick - thing
  gran_cup grandpa_cup - cup phone hearing_aid - gadget
  medicine_cabinet sideboard - cabinet side_table night_table windowsill - stand
  left right - hand burglar_alarm - alarm alarm_clock - clock
  east_blind west_blind - blind front_door back_door - door tea cocoa - drink)
 (:init (location gran_glasses sideboard) (location grandpa_glasses windowsill)
  (location morning_pills medicine_cabinet) (location evening_pills side_table)
  (location walking_stick windowsill) (location gran_cup side_table) (location grandpa_cup night_table)
  (location phone sideboard) (location hearing_aid night_table)
  (sealed medicine_cabinet) (raised east_blind) (bolted back_door) (charging phone)
  (unfilled gran_cup) (unfilled grandpa_cup) (at-rest left) (at-rest right))
 (:goal (and (location gran_glasses night_table) (bolted front_door))))
