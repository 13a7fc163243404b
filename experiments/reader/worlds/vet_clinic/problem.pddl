(define (problem evening_round) (:domain vet_clinic)
  (:objects rex bella - canine minka - feline snowball - lagomorph
    cage_large cage_small cage_corner - cage exam_table scale_platform - bench
    surgical_lamp - lamp steam_autoclave - autoclave
    syringe_5ml nail_clipper - instrument sedative_vial - medication)
  (:init (handlerFree) (located_at rex exam_table) (located_at bella cage_large) (located_at minka cage_small) (located_at snowball scale_platform)
    (cageUnlatched cage_corner) (wounded rex) (wounded minka) (bandaged minka) (immunized bella) (muzzled bella) (nourished snowball)
    (operational surgical_lamp) (deployed nail_clipper) (stowed syringe_5ml) (stowed sedative_vial) (disinfected cage_corner)
    (sterile nail_clipper))
  (:goal (and (bandaged rex))))
