(define (problem narrowboat-evening) (:domain narrowboat)
 (:objects kettle tin_mug tumbler - vessel milk bacon - food coal_sack kindling - fuel eiderdown windlass - gear
  cupboard cool_box bow_locker - locker dinette worktop bunk - surface hob log_burner - burner
  saloon_lamp berth_lamp - lamp bilge_pump - pump fore_hatch stern_hatch - hatch)
 (:init (located kettle worktop) (located tin_mug dinette) (located tumbler dinette) (located milk worktop) (located bacon cool_box)
  (located coal_sack bow_locker) (located kindling bunk) (located eiderdown dinette) (located windlass worktop)
  (free_hand) (ajar cupboard) (powered saloon_lamp) (powered bilge_pump) (alight hob) (bolted fore_hatch) (grubby tin_mug) (grubby tumbler))
 (:goal (and (alight log_burner))))
