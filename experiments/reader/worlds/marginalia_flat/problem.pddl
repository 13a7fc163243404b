(define (problem marginalia_flat_1)
  (:domain marginalia_flat)
  (:objects
    ms_okafor - person
    desk sofa bookcase kitchen_table - spot
    essay_year7 essay_year9 quiz_sheet seating_plan - paper
    folder_green folder_orange - folder
    atlas dictionary poetry_book novel - book
    red_pen fountain_pen - pen
    satchel gym_bag - bag
    desk_lamp floor_lamp - lamp
    study_blind kitchen_blind - blind)
  (:init
    (idle)
    (lying essay_year7 sofa)
    (lying essay_year9 kitchen_table)
    (filed folder_orange quiz_sheet)
    (lying seating_plan desk)
    (lying folder_green desk)
    (lying folder_orange bookcase)
    (lying atlas bookcase)
    (lying dictionary bookcase)
    (lying poetry_book sofa)
    (lying novel kitchen_table)
    (splayed novel)
    (lying red_pen desk)
    (packed gym_bag fountain_pen)
    (uncapped red_pen)
    (lying satchel sofa)
    (lying gym_bag desk)
    (zipped gym_bag)
    (marked essay_year7)
    (stapled essay_year7)
    (stapled quiz_sheet)
    (lamp-on floor_lamp)
    (lowered study_blind))
  (:goal (and (filed folder_green essay_year7) (lamp-on desk_lamp))))
