(define (problem roof_garden_flat_1) (:domain roof_garden_flat)
 (:objects terrace_table bench kitchen_counter sofa tool_crate - spot
  watering_can trowel secateurs cushion_blue cushion_green sun_hat sun_cream - thing
  tomato_plant basil_pot lemon_tree - plant string_lights lantern kitchen_lamp - lamp parasol - parasol roof_door - door)
 (:init (grip_free) (sits_at watering_can terrace_table) (sits_at trowel bench) (sits_at secateurs kitchen_counter)
  (sits_at cushion_blue bench) (sits_at cushion_green sofa) (sits_at sun_hat sofa) (sits_at sun_cream terrace_table)
  (thirsty tomato_plant) (thirsty lemon_tree) (off string_lights) (unlocked roof_door) (wide_open roof_door))
 (:goal (and (furled parasol))))
