(define (problem ms1) (:domain MakerSpace)
 (:objects bigLaser - laserCutter printerA printerB - printer plywood pvcSheet plaSpool - material gearWheel keyFob - workpiece
  laserLid - lid fumeExtractor dustExtractor - extractor shelf cabinet - storage annika omar - member)
 (:init (handFree) (storedIn plywood shelf) (storedIn pvcSheet shelf) (loaded plaSpool printerA) (storedIn gearWheel cabinet) (storedIn keyFob cabinet)
  (closed laserLid) (lidOf laserLid bigLaser) (powered printerA) (toxic pvcSheet) (extracting dustExtractor) (admitted omar))
 (:goal (and (completed keyFob))))
