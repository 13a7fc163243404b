(define (problem court_archive_1) (:domain court_archive)
  (:objects arson_miller theft_weber fraud_lund - criminal_file divorce_haas boundary_kern - civil_file
    steel_cabinet oak_cabinet vault_cabinet - cabinet clerk_desk judge_desk - desk
    received_stamp closed_stamp copy_stamp - rubber_stamp)
  (:init (hand-free) (stored-in arson_miller steel_cabinet) (stored-in theft_weber steel_cabinet)
    (stored-in divorce_haas oak_cabinet) (lying-on fraud_lund clerk_desk) (lying-on boundary_kern judge_desk)
    (secured vault_cabinet) (secured steel_cabinet) (wax-sealed divorce_haas) (wax-sealed fraud_lund)
    (registered arson_miller) (registered divorce_haas) (inked received_stamp)
    (stamped-with arson_miller received_stamp))
  (:goal (and (registered theft_weber))))
