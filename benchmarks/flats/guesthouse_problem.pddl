(define (problem guesthouse-1)
  (:domain guesthouse)
  (:objects
    hallway breakfast_room laundry rose_room garden_room - room
    mrs_keller mr_okafor ines - person
    white_towel blue_towel striped_towel - towel
    rose_room_key garden_room_key - key
    bread_basket - item
    rose_room_bed garden_room_bed - bed
    breakfast_table - table
    key_rack laundry_shelf sideboard rose_room_chair garden_room_chair - furniture
    rose_room_radiator garden_room_radiator breakfast_room_radiator - radiator)
  (:init
    (robot-in hallway) (hands-free)
    (connected hallway breakfast_room) (connected breakfast_room hallway)
    (connected hallway laundry) (connected laundry hallway)
    (connected hallway rose_room) (connected rose_room hallway)
    (connected hallway garden_room) (connected garden_room hallway)
    (stands-in key_rack hallway)
    (stands-in laundry_shelf laundry)
    (stands-in sideboard breakfast_room) (stands-in breakfast_table breakfast_room)
    (stands-in rose_room_bed rose_room) (stands-in rose_room_chair rose_room)
    (stands-in garden_room_bed garden_room) (stands-in garden_room_chair garden_room)
    (radiator-in rose_room_radiator rose_room)
    (radiator-in garden_room_radiator garden_room)
    (radiator-in breakfast_room_radiator breakfast_room)
    (guest-of mrs_keller rose_room) (guest-of mr_okafor garden_room)
    (person-in mrs_keller breakfast_room)
    (person-in mr_okafor garden_room)
    (person-in ines hallway)
    (key-of rose_room_key rose_room) (key-of garden_room_key garden_room)
    (washing-machine-in laundry)
    (on white_towel laundry_shelf)
    (on blue_towel laundry_shelf)
    (on striped_towel garden_room_chair)
    (on rose_room_key key_rack)
    (on bread_basket sideboard)
    (has mr_okafor garden_room_key)
    (clean white_towel)
    (heating rose_room_radiator)
    (locked rose_room))
  (:goal (and (made rose_room_bed) (laid breakfast_table))))
