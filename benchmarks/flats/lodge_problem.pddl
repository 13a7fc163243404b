(define (problem lodge-weekend) (:domain lodge)
  (:objects loft sitting-room porch - room
            double-bed single-bed - bed
            settee coffee-table - furniture
            laundry-basket log-basket wardrobe - container
            coat-peg - peg
            stove candle - burner
            grey-jumper green-jumper raincoat scarf - garment
            boots torch map - thing)
  (:init (robot-location sitting-room) (grasper-empty)
         (placed double-bed loft) (placed single-bed loft) (placed wardrobe loft) (placed laundry-basket loft)
         (placed settee sitting-room) (placed coffee-table sitting-room) (placed log-basket sitting-room)
         (placed stove sitting-room) (placed candle sitting-room) (placed coat-peg porch)
         (upon grey-jumper settee) (upon scarf settee) (upon boots coffee-table) (upon map coffee-table)
         (inside green-jumper laundry-basket) (inside torch wardrobe)
         (hung raincoat coat-peg)
         (made double-bed) (burning stove) (swept porch))
  (:goal (and (made single-bed))))
