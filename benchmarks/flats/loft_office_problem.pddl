(define (problem deadline)
  (:domain loft_office)
  (:objects
    work_zone lounge_zone galley_zone - zone
    workstation console_table sofa - support
    refrigerator filing_cabinet - enclosure
    display_panel pendant_luminaire espresso_unit hvac_unit - appliance
    roller_shade - shade
    printer - consumer
    notebook_grey notebook_black headset tumbler parcel oat_beverage - item)
  (:init
    (agent_zone lounge_zone) (gripper_idle)
    (located workstation work_zone) (located filing_cabinet work_zone) (located display_panel work_zone)
    (located printer work_zone) (located roller_shade work_zone)
    (located console_table lounge_zone) (located sofa lounge_zone) (located pendant_luminaire lounge_zone)
    (located hvac_unit lounge_zone)
    (located refrigerator galley_zone) (located espresso_unit galley_zone)
    (placed_upon notebook_grey workstation) (placed_upon tumbler workstation)
    (placed_upon notebook_black console_table) (placed_upon parcel console_table) (placed_upon headset sofa)
    (contained oat_beverage refrigerator)
    (unlatched filing_cabinet)
    (energized display_panel) (energized hvac_unit))
  (:goal (and)))
