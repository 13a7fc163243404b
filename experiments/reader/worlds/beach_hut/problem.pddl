(define (problem beach_hut_1) (:domain beach_hut)
 (:objects towel_striped towel_yellow - towel deckchair_green deckchair_blue - deckchair bucket spade flask sandwiches - gear
  swim_ring airbed - inflatable cool_box locker - box peg bench deck - spot lantern_door lantern_shelf - lantern
  hut_door shutter_left shutter_right - closable)
 (:init (rests towel_striped bench) (rests towel_yellow peg) (rests deckchair_green deck) (rests deckchair_blue bench) (rests bucket deck)
  (rests spade locker) (rests flask cool_box) (rests sandwiches bench) (rests swim_ring bench) (rests airbed deck)
  (closes cool_box) (closes locker) (closes hut_door) (closes shutter_left) (closes shutter_right) (closed cool_box) (closed shutter_left)
  (glow lantern_door) (damp towel_striped) (sandy bucket) (sandy deckchair_green) (folded deckchair_blue) (pumped airbed) (paw_free))
 (:goal (and (pumped swim_ring))))
