(define (problem polar-winter) (:domain polar-station)
  (:objects generator-main generator-backup - generator heater-1 - heater radio-beacon - beacon
            sledge-long sledge-short - sledge fuel-drum - drum ration-crate - crate ice-core-7 ice-core-8 - core
            living-hut fuel-hut core-hut - hut)
  (:init (unburdened) (powered generator-main) (fuelled generator-main) (powered heater-1)
         (bolted fuel-hut) (bolted core-hut) (stashed-in fuel-drum fuel-hut) (stashed-in ice-core-7 core-hut) (stashed-in ice-core-8 core-hut)
         (loaded ration-crate sledge-short) (lashed sledge-short) (parked-by sledge-short fuel-hut) (parked-by sledge-long living-hut) (hitched sledge-long))
  (:goal (and (stashed-in ration-crate living-hut))))
