(define (problem smallholding-1) (:domain smallholding)
  (:objects secateurs_1 spade_1 aspersor_5L - implement  grain_sack fish_pellets - feedstuff  gumboots - garment
    outbuilding tool_chest - container  lawn terrace - ground
    hen_speckled hen_white - poultry  koi_shoal - creature
    outbuilding_door chest_lid coop_hatch perimeter_gate - barrier
    rosa_climber fern_potted tomato_row - plant
    pond_pump outbuilding_luminaire string_lights - electrical)
  (:init (hand-empty) (access outbuilding_door outbuilding) (access chest_lid tool_chest) (pen-gate coop_hatch) (watering-vessel aspersor_5L) (cutting-tool secateurs_1)
    (stored-in secateurs_1 tool_chest) (stored-in spade_1 lawn) (stored-in aspersor_5L outbuilding) (stored-in grain_sack outbuilding) (stored-in fish_pellets terrace) (stored-in gumboots terrace)
    (soiled gumboots) (soiled spade_1) (bolted outbuilding_door) (open perimeter_gate) (open coop_hatch) (confined hen_white) (live pond_pump) (live string_lights) (hydrated fern_potted))
  (:goal (and (confined hen_speckled))))
