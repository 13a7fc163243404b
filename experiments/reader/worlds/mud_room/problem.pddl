(define (problem mud_room_1)
  (:domain mud_room)
  (:objects
    mudroom porch yard - zone
    front_door yard_door - door
    bench_box shoe_crate - chest
    boots_green boots_kid - boot_pair
    dog_bowl cat_bowl - pet_bowl
    raincoat coat_blue umbrella dog_lead riding_helmet bike_helmet - gear
    light_porch light_mudroom - strip_light)
  (:init
    (bot_in mudroom) (tray_free)
    (links front_door mudroom porch) (links front_door porch mudroom)
    (links yard_door mudroom yard) (links yard_door yard mudroom)
    (peg_zone mudroom)
    (box_zone bench_box mudroom) (box_zone shoe_crate porch)
    (hangable raincoat) (hangable coat_blue) (hangable umbrella) (hangable dog_lead)
    (hangable riding_helmet) (hangable bike_helmet)
    (unlocked yard_door)
    (lies_in boots_green mudroom) (lies_in boots_kid porch)
    (caked boots_green) (caked boots_kid)
    (lies_in dog_bowl mudroom) (lies_in cat_bowl yard)
    (full cat_bowl)
    (hung_up coat_blue) (hung_up bike_helmet)
    (lies_in raincoat mudroom) (lies_in umbrella porch)
    (inside_box dog_lead bench_box) (lies_in riding_helmet yard)
    (glowing light_porch))
  (:goal (and (full dog_bowl)))
)
