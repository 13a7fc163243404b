; Morning surgery: Misty waits for an operation, Rex bites, and Thumper has something that others can catch.
(define (problem morning-surgery)
  (:domain vet)
  (:objects
    rex bella - dog
    tom misty - cat
    thumper snowball - rabbit
    left_kennel right_kennel isolation_kennel - kennel
    exam_table surgery_table - table
    small_scalpel large_scalpel - scalpel
    short_syringe long_syringe - syringe)
  (:init
    (hands-free)
    (in rex left_kennel) (in bella right_kennel) (in misty right_kennel) (in thumper isolation_kennel)
    (on tom exam_table) (in snowball left_kennel)
    (open right_kennel)
    (dirty exam_table)
    (sterile large_scalpel) (sterile short_syringe)
    (muzzled bella) (vaccinated bella)
    (hungry rex) (hungry bella) (hungry tom) (hungry snowball) (hungry thumper)
    (contagious thumper) (aggressive rex))
  (:goal (and (operated misty) (vaccinated tom) (not (dirty exam_table)) (in misty right_kennel))))
