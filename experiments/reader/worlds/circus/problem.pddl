(define (problem circus-1) (:domain circusstable)
 (:objects equid_grey equid_brown - equid pachyderm_1 - pachyderm narrow_stall wide_stall corner_stall - stall
  exercise_ring paddock - yard narrow_barrier wide_barrier corner_barrier - barrier oat_bin carrot_bin - feedbin aisle_luminaire heat_luminaire - luminaire)
 (:init (guards narrow_barrier narrow_stall) (guards wide_barrier wide_stall) (guards corner_barrier corner_stall) (secured narrow_barrier) (secured wide_barrier)
  (located equid_grey narrow_stall) (located pachyderm_1 wide_stall) (vacant corner_stall) (located equid_brown paddock) (tethered equid_grey) (hung-up currycomb)
  (hung-up pitchfork) (idle-hands) (littered corner_stall) (littered wide_stall) (replete oat_bin) (replete carrot_bin) (sealed oat_bin) (illuminated heat_luminaire))
 (:goal (and (fed equid_grey))))
