(define (problem wet-room-1) (:domain wet-room)
 (:objects wet_room landing - room
  cabinet basket - spot towel_rail - rail_t chest - chest_t washing_machine - drum_t
  towel_blue towel_white bathrobe - textile toothbrush duck - article
  door window_landing window_wet_room - hatch shower tap - outlet lamp_mirror lamp_landing - light extractor - fan)
 (:init (robot_at landing) (landing_link wet_room landing) (landing_link landing wet_room) (nothing_gripped)
  (spot_room cabinet wet_room) (spot_room towel_rail wet_room) (spot_room washing_machine wet_room)
  (spot_room basket landing) (spot_room chest landing)
  (hatch_room door landing) (hatch_room window_landing landing) (hatch_room window_wet_room wet_room)
  (has_lid cabinet) (has_lid chest) (has_lid washing_machine)
  (lid_up basket) (lid_up towel_rail) (lid_up washing_machine)
  (stored_at towel_blue basket) (stored_at towel_white towel_rail) (stored_at bathrobe basket)
  (stored_at toothbrush cabinet) (stored_at duck chest)
  (damp towel_blue) (damp bathrobe) (wet_floor)
  (unclosed door) (unclosed window_wet_room) (gushing tap) (lamp_on lamp_landing) )
 (:goal (and (not (wet_floor)))))
