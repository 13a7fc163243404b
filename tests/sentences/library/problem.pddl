; A quiet evening: returned books wait on the trolley, one atlas is out, the north window stands open.
(define (problem quiet-evening)
  (:domain library)
  (:objects
    red_novel blue_novel - novel
    world_atlas road_atlas - atlas
    big_dictionary - dictionary
    top_shelf bottom_shelf - shelf
    book_trolley - trolley
    front_desk reading_desk - desk
    desk_lamp floor_lamp - lamp
    office_copier - copier
    front_door reading_room_door - door
    north_window south_window - window)
  (:init
    (hands-free)
    (at red_novel book_trolley) (at blue_novel book_trolley)
    (at world_atlas top_shelf) (at big_dictionary reading_desk)
    (lent road_atlas)
    (stamped blue_novel) (stamped road_atlas)
    (damaged red_novel) (damaged road_atlas)
    (rare world_atlas) (rare big_dictionary)
    (dusty top_shelf) (dusty bottom_shelf)
    (open north_window)
    (locked front_door)
    (on floor_lamp) (on office_copier))
  (:goal (and (at red_novel top_shelf) (not (damaged red_novel)) (at blue_novel bottom_shelf)
    (not (open north_window)) (not (on floor_lamp)))))
