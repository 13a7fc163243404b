(define (problem granary-evening) (:domain granary)
  (:objects kitchen pantry dining-hall - room
            dishwasher oven - machine
            fridge cabinet - receptacle
            counter long-table pantry-shelf - surface
            large-plate small-plate tall-glass short-glass frying-pan - dish
            bread butter cheddar brie - food
            sponge - tool)
  (:init (robot-in dining-hall) (gripper-free) (has-sink kitchen) (cleaning-tool sponge)
         (fixture-in dishwasher kitchen) (fixture-in oven kitchen) (fixture-in fridge kitchen)
         (fixture-in cabinet kitchen) (fixture-in counter kitchen)
         (fixture-in long-table dining-hall) (fixture-in pantry-shelf pantry)
         (closed oven) (closed fridge) (closed cabinet) (running oven) (wiped counter)
         (supports long-table large-plate) (supports long-table tall-glass) (supports long-table butter)
         (supports counter small-plate) (supports counter frying-pan) (supports counter bread) (supports counter sponge)
         (supports pantry-shelf brie)
         (contains fridge cheddar) (contains cabinet short-glass)
         (dirty large-plate) (dirty small-plate) (dirty tall-glass) (dirty frying-pan))
  (:goal (and (not (running oven)) (closed dishwasher))))
