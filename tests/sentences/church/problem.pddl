; Sunday, an hour before the service.
(define (problem before-service)
  (:domain parish-church)
  (:objects
    paschal-candle altar-candle-1 altar-candle-2 - candle
    tenor-bell treble-bell - bell
    main-door vestry-door crypt-door - door
    great-organ - pipe-organ
    hymnal lectionary - book
    altar lectern vestry-shelf - spot
    nave chancel - room)
  (:init
    (hands-empty)
    (lit altar-candle-1)
    (cracked treble-bell)
    (locked main-door) (locked crypt-door) (open vestry-door)
    (outer main-door) (outer vestry-door)
    (lies-on hymnal vestry-shelf) (lies-on lectionary altar))
  (:goal (and (lit paschal-candle) (rung tenor-bell) (open main-door) (lies-on lectionary lectern))))
