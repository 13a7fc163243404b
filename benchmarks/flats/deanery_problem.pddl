(define (problem deanery-morning) (:domain deanery)
  (:objects study parlour hall - room
            agnes hugo - person
            desk armchair hall-table - furniture
            front-door back-door - door
            bay-window - window
            fern orchid - plant
            radio desk-lamp - device
            spectacles newspaper letter black-umbrella brown-umbrella - item)
  (:init (robot-in study) (empty-handed)
         (located agnes parlour) (located hugo study)
         (located desk study) (located armchair parlour) (located hall-table hall)
         (located front-door hall) (located back-door parlour) (located bay-window parlour)
         (located fern parlour) (located orchid study)
         (located radio parlour) (located desk-lamp study)
         (lying-on spectacles armchair) (lying-on newspaper hall-table)
         (lying-on black-umbrella hall-table) (lying-on brown-umbrella desk)
         (has hugo letter)
         (shut front-door) (shut back-door)
         (thirsty fern) (powered radio))
  (:goal (and (has agnes spectacles))))
