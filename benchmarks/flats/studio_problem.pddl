(define (problem studio1) (:domain studio)
  (:objects bin chest cabinet suitcase dishwasher toolbox - box-like
    worktop dining_table nightstand armchair bed ironing_board rug - shelf-like
    hall_light reading_light - light radio television vacuum_cleaner - machine
    kettle saucepan glass_1 glass_2 spoon - kitchenware
    jeans jacket white_sock black_sock - clothes
    teddy ball train - toy hammer screwdriver - tool)
  (:init (at rug) (gripper-empty)
    (closable chest) (closable cabinet) (closable suitcase) (closable dishwasher) (closable toolbox)
    (closed chest) (closed cabinet) (closed dishwasher)
    (ontop kettle worktop) (ontop saucepan hob) (ontop glass_1 dining_table) (ontop glass_2 nightstand) (ontop spoon dining_table)
    (ontop jeans bed) (ontop jacket armchair) (ontop white_sock rug) (ontop black_sock bed)
    (ontop teddy rug) (ontop ball rug) (inside train chest) (inside hammer toolbox) (ontop screwdriver worktop)
    (washable saucepan) (washable glass_1) (washable glass_2) (washable spoon) (washable kettle) (clean kettle)
    (fillable kettle) (fillable saucepan) (has-plug radio) (has-plug television) (has-plug vacuum_cleaner)
    (plugged-in television) (plugged-in radio) (on television) (on hall_light) (broken train) (is-bed bed))
  (:goal (and)))
