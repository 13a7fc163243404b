; An hour before the house opens.
(define (problem the-half)
  (:domain backstage)
  (:objects
    front_batten rear_batten - batten
    ghost_light blue_lantern amber_lantern - lantern
    fog_machine wind_machine - machine
    sword crown vase candlestick - prop
    kings_robe beggars_coat wedding_dress - costume
    lead_actor understudy - actor)
  (:init
    (flown-in front_batten)
    (lit ghost_light)
    (on-stage vase) (on-stage candlestick) (on-stage sword)
    (fragile vase) (fragile candlestick)
    (torn wedding_dress)
    (wearing lead_actor beggars_coat))
  (:goal (and)))
