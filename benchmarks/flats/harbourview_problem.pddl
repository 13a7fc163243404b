(define (problem harbourview-1) (:domain harbourview)
  (:objects kitchen living-room bedroom - room
            fridge cupboard toy-box - container
            sofa dining-table bedside-table - surface
            floor-lamp bedside-lamp - lamp
            milk orange-juice red-mug blue-mug red-apple green-apple novel remote teddy-bear - item)
  (:init (robot-at living-room) (hand-free)
         (furniture-at fridge kitchen) (furniture-at cupboard kitchen) (furniture-at toy-box bedroom)
         (furniture-at sofa living-room) (furniture-at dining-table living-room) (furniture-at bedside-table bedroom)
         (lamp-at floor-lamp living-room) (lamp-at bedside-lamp bedroom)
         (open cupboard) (lit floor-lamp)
         (on milk dining-table) (on red-mug dining-table) (on blue-mug sofa) (on novel sofa) (on teddy-bear sofa)
         (on green-apple bedside-table) (on remote bedside-table)
         (in red-apple fridge) (in orange-juice fridge))
  (:goal (and (in milk fridge))))
