(define (problem grandads-flat-1)
 (:domain grandads-flat)
 (:objects
  sofa sideboard bedside_table - surface
  drawer_top drawer_bottom medicine_cabinet - box
  mantel_clock cuckoo_clock - clock
  tartan_blanket wool_blanket - blanket
  tv radio kettle electric_heater - device
  reading_glasses pill_box cup_white cup_striped newspaper - thing)
 (:init
  (hand_empty)
  (portable mantel_clock) (portable tartan_blanket) (portable wool_blanket) (portable radio)
  (portable reading_glasses) (portable pill_box) (portable cup_white) (portable cup_striped) (portable newspaper)
  (has_sound tv) (has_sound radio)
  (shut drawer_top) (shut medicine_cabinet)
  (stopped mantel_clock)
  (plugged_in tv) (plugged_in radio) (plugged_in electric_heater)
  (muted tv)
  (folded wool_blanket)
  (lies mantel_clock sideboard) (lies tartan_blanket sofa) (lies wool_blanket drawer_bottom)
  (lies radio bedside_table) (lies reading_glasses drawer_top) (lies pill_box medicine_cabinet)
  (lies cup_white bedside_table) (lies cup_striped sideboard) (lies newspaper sofa))
 (:goal (and (not (stopped mantel_clock)) (lies reading_glasses bedside_table)))
)
