; A titration is to be set up; one beaker is still dirty.
(define (problem titration)
  (:domain lab)
  (:objects
    bunsen_burner spirit_burner - burner
    round_flask conical_flask - flask
    small_beaker large_beaker - beaker
    fume_hood - hood
    workbench side_bench - bench
    waste_bin - bin
    sulfuric_acid vinegar - acid
    lye - base
    acetone ethanol - solvent
    gloves goggles lab_coat - garment
    centrifuge_1 - centrifuge)
  (:init
    (hand-empty)
    (at round_flask workbench) (at conical_flask fume_hood)
    (at small_beaker workbench) (at large_beaker side_bench)
    (contains round_flask sulfuric_acid) (contains conical_flask acetone)
    (contains small_beaker lye) (contains large_beaker vinegar)
    (sealed conical_flask) (labelled conical_flask)
    (dirty large_beaker)
    (open fume_hood) (running fume_hood)
    (toxic sulfuric_acid) (toxic acetone)
    (flammable acetone) (flammable ethanol))
  (:goal (and (contains large_beaker sulfuric_acid) (labelled large_beaker) (not (lit bunsen_burner)))))
