(define (problem goldsmith-1) (:domain goldsmith)
 (:objects signet_ring wedding_band brooch - jewellery ruby opal - gem soldering_burner pilot_burner - burner
  acid_bath rinse_bath - bath buffer_motor - machine wall_vault - vault anvil felt_pad window_ledge - surface)
 (:init (lies_on signet_ring anvil) (lies_on wedding_band felt_pad) (is_free window_ledge) (tongs_empty) (is_ignited pilot_burner)
  (covered acid_bath) (deposited brooch wall_vault) (deposited ruby wall_vault) (deposited opal wall_vault) (annealed signet_ring))
 (:goal (and (burnished signet_ring))))
