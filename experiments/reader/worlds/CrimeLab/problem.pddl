(define (problem case4711)
  (:domain crimelab)
  (:objects raincoat scarf - Garment
    revolver - Weapon
    hairSample bloodSample - Specimen
    evidenceLocker coldLocker - Locker
    photoBench wetBench - Bench
    spectrometer sequencer - Instrument
    Okafor Lindqvist - Technician)
  (:init (unoccupied Okafor) (unoccupied Lindqvist) (gloved Lindqvist)
    (storedIn raincoat evidenceLocker) (storedIn revolver evidenceLocker)
    (storedIn scarf photoBench) (storedIn hairSample wetBench) (storedIn bloodSample coldLocker)
    (bolted evidenceLocker) (bagged raincoat) (bagged revolver) (labelled raincoat)
    (loaded revolver) (swabbed bloodSample) (powered sequencer))
  (:goal (and (analysed bloodSample))))
