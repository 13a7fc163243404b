(define (problem reptile-house-1) (:domain reptile-house)
  (:objects king-cobra boa corn-snake - snake green-iguana leopard-gecko - lizard old-tortoise - chelonian
    vivarium-1 vivarium-2 desert-tank quarantine-box - enclosure
    spot-lamp ceramic-lamp - heat-lamp uv-strip - uv-tube
    frozen-mouse frozen-rat cricket-tub salad-bowl - ration)
  (:init (carrier-vacant)
    (housed-in king-cobra vivarium-1) (housed-in boa vivarium-2) (housed-in corn-snake quarantine-box)
    (housed-in green-iguana vivarium-2) (housed-in leopard-gecko desert-tank) (housed-in old-tortoise desert-tank)
    (bolted vivarium-1) (bolted vivarium-2) (bolted quarantine-box)
    (mounted-over spot-lamp desert-tank) (mounted-over ceramic-lamp vivarium-1) (mounted-over uv-strip vivarium-2)
    (powered ceramic-lamp) (powered spot-lamp)
    (bowl-full vivarium-1) (bowl-full quarantine-box)
    (soiled vivarium-2) (soiled desert-tank) (soiled vivarium-1)
    (thawed cricket-tub) (thawed salad-bowl))
  (:goal (and (nourished boa))))
