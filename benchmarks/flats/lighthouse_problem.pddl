(define (problem autumn_watch)
  (:domain lighthouse)
  (:objects
    kitchen lamp_room jetty - room
    table windowsill - surface
    great_lamp foghorn radio - machine
    lens window - glass
    red_flag blue_flag - flag
    front_door - door
    cupboard toolbox - container
    logbook telescope oil_can blue_mug white_mug - item)
  (:init
    (robot_in kitchen) (hand_free)
    (located table kitchen) (located radio kitchen) (located cupboard kitchen) (located front_door kitchen)
    (located window kitchen)
    (located windowsill lamp_room) (located great_lamp lamp_room) (located lens lamp_room)
    (located foghorn jetty) (located red_flag jetty) (located blue_flag jetty) (located toolbox jetty)
    (on logbook windowsill) (on blue_mug table) (on white_mug table)
    (inside telescope cupboard) (inside oil_can toolbox)
    (open cupboard)
    (locked front_door)
    (switched_on radio)
    (clean window)
    (raised red_flag))
  (:goal (and)))
