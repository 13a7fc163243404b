(define (problem sun-lounge-1) (:domain sun-lounge)
(:objects settee rocking_chair wicker_table plant_stand - spot wicker_hamper - hamper blind_east blind_west - blind
 window_east window_west garden_door - opening fern geranium - plant ceiling_fan - fan robovac - vacuum wall_clock - clock
 reading_glasses straw_hat crossword_book cushion_yellow cushion_green - thing)
(:init (atop settee cushion_yellow) (atop rocking_chair cushion_green) (atop plant_stand fern) (atop wicker_table geranium)
 (atop settee reading_glasses) (inside straw_hat wicker_hamper) (atop wicker_table crossword_book) (parched fern) (stopped wall_clock)
 (spinning ceiling_fan) (unlatched window_east) (unlatched garden_door) (drawn blind_east) (dusty wicker_table) (dusty plant_stand))
(:goal (and (docked robovac))))
