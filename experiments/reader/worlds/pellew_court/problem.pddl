(define (problem pellew_court-evening)
  (:domain pellew_court)
  (:objects
    lobby office kitchen boiler_room cellar yard forecourt - room
    front_door office_door kitchen_door boiler_door cellar_door yard_door - door
    lobby_light office_lamp kitchen_light cellar_light - light
    dilip - person
    desk doormat kitchen_table shelf crate bench - surface
    key_board boiler_nail - hook
    yale_key long_key brass_key_cellar brass_key_yard - key
    torch_big torch_small parcel_blue parcel_brown toolbox mop - item)
  (:init
    (robot-in office) (hand-free)
    (leads front_door lobby forecourt) (leads front_door forecourt lobby)
    (leads office_door lobby office) (leads office_door office lobby)
    (leads kitchen_door lobby kitchen) (leads kitchen_door kitchen lobby)
    (leads boiler_door kitchen boiler_room) (leads boiler_door boiler_room kitchen)
    (leads cellar_door lobby cellar) (leads cellar_door cellar lobby)
    (leads yard_door kitchen yard) (leads yard_door yard kitchen)
    (beside front_door lobby) (beside front_door forecourt)
    (beside office_door lobby) (beside office_door office)
    (beside kitchen_door lobby) (beside kitchen_door kitchen)
    (beside boiler_door kitchen) (beside boiler_door boiler_room)
    (beside cellar_door lobby) (beside cellar_door cellar)
    (beside yard_door kitchen) (beside yard_door yard)
    (has-bolt front_door) (has-bolt yard_door)
    (fits yale_key front_door) (fits long_key boiler_door)
    (fits brass_key_cellar cellar_door) (fits brass_key_yard yard_door)
    (located desk office) (located key_board office)
    (located doormat lobby) (located kitchen_table kitchen)
    (located shelf boiler_room) (located boiler_nail boiler_room)
    (located crate cellar) (located bench yard)
    (stays-in dilip office)
    (lights lobby_light lobby) (lights office_lamp office)
    (lights kitchen_light kitchen) (lights cellar_light cellar)
    (lit lobby_light) (lit cellar_light)
    (locked front_door) (bolted front_door)
    (locked boiler_door)
    (ajar office_door) (ajar kitchen_door) (ajar yard_door)
    (hangs yale_key key_board) (hangs brass_key_cellar key_board)
    (with long_key dilip) (lies-on brass_key_yard kitchen_table)
    (lies-on torch_big shelf) (lies-on torch_small desk)
    (lies-on parcel_blue doormat) (lies-on parcel_brown doormat)
    (lies-on toolbox crate) (lies-on mop bench))
  (:goal (and (locked cellar_door) (hangs brass_key_yard key_board))))
