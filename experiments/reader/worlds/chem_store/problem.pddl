(define (problem chem-store-1) (:domain chem-store)
  (:objects HCl H2SO4 - acid NaOH - base acetone ether - solvent
    acid-cabinet flammables-cabinet - safety-cabinet
    hood-north hood-south - fume-hood weighing-bench - bench
    goggles nitrile-gloves respirator - gear
    hotplate extractor-alarm - equipment)
  (:init (unladen) (stored-at HCl acid-cabinet) (stored-at H2SO4 acid-cabinet) (stored-at NaOH weighing-bench)
    (stored-at acetone flammables-cabinet) (stored-at ether hood-south)
    (secured-by-key acid-cabinet) (secured-by-key flammables-cabinet)
    (accessible weighing-bench) (accessible hood-south) (sash-raised hood-south)
    (labelled HCl) (labelled acetone) (labelled NaOH) (unsealed ether) (unsealed NaOH)
    (live extractor-alarm))
  (:goal (and (stored-at HCl hood-north))))
