(define (problem moving_day) (:domain tinyHouse)
 (:objects wellingtons slippers - footwear mugBlue mugRed casserole - crockery flashlight laptop - gadget duvet - textile
  settee drop_leaf_table loft doormat - place frontDoor skylight - hatch overheadLocker fridge - cupboard
  space_heater ceilingFan stove - appliance waterTap gasValve - valve)
 (:init (gripper_free) (located wellingtons doormat) (located slippers settee) (located mugBlue drop_leaf_table) (stored_in mugRed overheadLocker)
  (stored_in casserole fridge) (located flashlight loft) (located laptop settee) (located duvet settee) (dirty wellingtons) (dirty mugBlue)
  (opened frontDoor) (opened overheadLocker) (powered space_heater) (flowing gasValve) (charged laptop))
 (:goal (and (bolted frontDoor))))
