(define (problem sick_day_p) (:domain sick_day)
  (:objects dad nana jo - person biscuit - animal
    sickbed nightstand sofa worktop - flat med_cab trunk - bin
    kettle - gizmo tv radio - noisy blind_w blind_e - blind
    mug_star mug_dots hwb_red hwb_blu - vessel
    syrup pills - med socks_wool robe_dad robe_nana - cloth)
  (:init
    (where mug_star worktop) (where mug_dots nightstand) (full mug_dots)
    (where hwb_red sickbed) (where hwb_blu trunk)
    (nigh syrup kettle) (where pills med_cab) (sealed med_cab)
    (where socks_wool biscuit) (where robe_dad sofa) (where robe_nana sofa)
    (raised blind_w)
    (rests dad sickbed) (rests nana sofa) (rests jo sofa) (rests biscuit sofa)
    (sited kettle worktop) (sited tv sofa) (sited radio nightstand)
    (sited blind_w sickbed) (sited blind_e sofa)
    (mine jo mug_star) (mine dad mug_dots) (mine nana hwb_red) (mine dad hwb_blu)
    (mine nana socks_wool) (mine dad robe_dad) (mine nana robe_nana))
  (:goal (and (dosed dad syrup) (muted tv))))
