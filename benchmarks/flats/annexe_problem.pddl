(define (problem annexe-morning)
  (:domain annexe)
  (:objects
    annexe_lounge annexe_bedroom annexe_shower courtyard house_kitchen playroom - area
    granny lucy tom - person
    yellow white purple - hue
    annexe_table nightstand chest_of_drawers kitchen_table toy_box laundry_basket - storage
    washing_machine - washer
    airer - rack
    charging_dock - dock
    granny_bed - bed
    towel_yellow towel_white shawl jersey - garment
    phone1 phone2 hearing_aid - gadget
    teddy knitting jigsaw - pastime
    standard_lamp reading_lamp kitchen_lamp - lamp
    lounge_heater bedroom_heater - heater
    lounge_blind bedroom_blind playroom_blind - blind
    dog rabbit - animal)
  (:init
    (robot_at courtyard) (gripper_free)
    (link courtyard annexe_lounge) (link annexe_lounge courtyard)
    (link annexe_lounge annexe_bedroom) (link annexe_bedroom annexe_lounge)
    (link annexe_lounge annexe_shower) (link annexe_shower annexe_lounge)
    (link courtyard house_kitchen) (link house_kitchen courtyard)
    (link house_kitchen playroom) (link playroom house_kitchen)
    (is_at granny annexe_lounge) (is_at lucy house_kitchen) (is_at tom playroom)
    (lives_in dog house_kitchen) (lives_in rabbit courtyard)
    (stands_in annexe_table annexe_lounge) (stands_in charging_dock annexe_lounge)
    (stands_in standard_lamp annexe_lounge) (stands_in lounge_heater annexe_lounge)
    (stands_in lounge_blind annexe_lounge)
    (stands_in nightstand annexe_bedroom) (stands_in chest_of_drawers annexe_bedroom)
    (stands_in granny_bed annexe_bedroom) (stands_in reading_lamp annexe_bedroom)
    (stands_in bedroom_heater annexe_bedroom) (stands_in bedroom_blind annexe_bedroom)
    (stands_in laundry_basket annexe_shower)
    (stands_in airer courtyard)
    (stands_in kitchen_table house_kitchen) (stands_in washing_machine house_kitchen)
    (stands_in kitchen_lamp house_kitchen)
    (stands_in toy_box playroom) (stands_in playroom_blind playroom)
    (located towel_yellow laundry_basket) (located towel_white laundry_basket)
    (located shawl nightstand) (located jersey airer)
    (located phone1 kitchen_table) (located phone2 annexe_table)
    (located hearing_aid charging_dock)
    (located teddy annexe_table) (located knitting chest_of_drawers)
    (held_by jigsaw tom)
    (owner phone1 granny) (owner phone2 lucy) (owner hearing_aid granny)
    (owner shawl granny) (owner knitting granny)
    (owner jersey tom) (owner teddy tom)
    (colour_of towel_yellow yellow) (colour_of towel_white white) (colour_of shawl purple)
    (dirty towel_yellow) (dirty towel_white)
    (wet jersey)
    (charged hearing_aid)
    (active standard_lamp) (active kitchen_lamp) (active bedroom_heater)
    (lowered bedroom_blind)
    (vacuumed annexe_bedroom)
    (fed rabbit))
  (:goal (and (fed dog))))
