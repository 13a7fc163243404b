(define (problem dog_owners_house_1) (:domain dog_owners_house)
 (:objects hook_rail toy_box dresser sofa dog_basket - spot
  leash_long leash_short tennis_ball rope_toy dog_brush hair_brush - thing
  dog_blanket wool_blanket - blanket water_bowl food_bowl - bowl
  dog_flap garden_gate - way pedal_bin - bin hall_rug - floorcover tv - television)
 (:init (gripper_idle) (stowed leash_long hook_rail) (stowed leash_short sofa)
  (stowed tennis_ball sofa) (stowed rope_toy dog_basket) (stowed dog_brush dresser)
  (stowed hair_brush dresser) (stowed dog_blanket dog_basket) (stowed wool_blanket sofa)
  (empty water_bowl) (bolted garden_gate) (lid_off pedal_bin)
  (muddy hall_rug) (muddy dog_blanket) (muted tv))
 (:goal (and (stowed tennis_ball toy_box))))
