(define (problem commissioning)
  (:domain penthouse)
  (:objects
    lounge_zone sleep_zone terrace_zone - zone
    prep_surface sleep_platform - deck
    inductive_pad - dock
    luminaire_overhead luminaire_bedside - luminaire
    av_panel hvac_unit brew_unit - appliance
    shade_east shade_west - shade
    entry_portal terrace_slider - portal
    cold_storage garment_bay - bay
    handset - gadget
    oat_beverage - consumable
    throw_textile - textile)
  (:init
    (agent_in lounge_zone) (gripper_idle)
    (sited prep_surface lounge_zone) (sited luminaire_overhead lounge_zone) (sited av_panel lounge_zone)
    (sited hvac_unit lounge_zone) (sited brew_unit lounge_zone) (sited shade_east lounge_zone)
    (sited entry_portal lounge_zone) (sited cold_storage lounge_zone)
    (sited sleep_platform sleep_zone) (sited inductive_pad sleep_zone) (sited luminaire_bedside sleep_zone)
    (sited shade_west sleep_zone) (sited garment_bay sleep_zone)
    (sited terrace_slider terrace_zone)
    (resting_on handset prep_surface) (contained_by oat_beverage cold_storage)
    (contained_by throw_textile garment_bay)
    (unsealed terrace_slider) (unsealed garment_bay)
    (secured entry_portal)
    (energized av_panel) (energized luminaire_bedside) (energized luminaire_overhead))
  (:goal (and)))
