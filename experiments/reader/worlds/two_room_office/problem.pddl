(define (problem office-tuesday) (:domain two-room-office)
  (:objects reception archive_room - room interconnect_door casement_1 - portal
    RU_desk_01 RU_shelf_01 RU_shelf_02 - rack pedestal_unit - cabinet
    luminaire_01 luminaire_02 - luminaire HVAC_unit - device MFP_unit - copier
    doc_blue doc_green - document stapling_unit - portable carafe_1 mug_A - vessel ficus - flora)
  (:init (agent-at reception) (links interconnect_door reception archive_room) (links interconnect_door archive_room reception)
    (sited RU_desk_01 reception) (sited pedestal_unit reception) (sited RU_shelf_01 archive_room) (sited RU_shelf_02 archive_room)
    (wired luminaire_01 reception) (wired HVAC_unit reception) (wired luminaire_02 archive_room) (wired MFP_unit archive_room)
    (accessible RU_desk_01) (accessible RU_shelf_01) (accessible RU_shelf_02) (locked-down pedestal_unit) (hand-idle)
    (stowed doc_blue RU_desk_01) (stowed mug_A RU_desk_01) (stowed doc_green RU_shelf_02) (stowed stapling_unit pedestal_unit)
    (stowed carafe_1 RU_shelf_01) (engaged luminaire_01) (engaged HVAC_unit) (unsealed casement_1))
  (:goal (and (hydrated ficus))))
