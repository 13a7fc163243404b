; A day in August: the pine hive is sick and stands open, the oak hive has been fed, one jar is full.
(define (problem august)
  (:domain apiary)
  (:objects
    oak_hive pine_hive white_hive - hive
    old_frame new_frame wide_frame narrow_frame - frame
    big_jar small_jar blue_jar - jar
    veil gloves - garment)
  (:init
    (hands-free)
    (open pine_hive)
    (calm white_hive)
    (fed oak_hive)
    (sick pine_hive)
    (in old_frame oak_hive) (in new_frame oak_hive) (in wide_frame pine_hive) (in narrow_frame white_hive)
    (capped old_frame) (capped wide_frame)
    (full big_jar)
    (worn veil))
  (:goal (and (fed white_hive) (not (open white_hive)) (not (open pine_hive))
    (full small_jar) (sealed small_jar) (sealed big_jar))))
