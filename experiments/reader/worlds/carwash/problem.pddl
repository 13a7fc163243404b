(define (problem CarWash1) (:domain CarWash)
  (:objects oldVan cityHatch vicarsSaloon - Vehicle
            forecourt kerb - Yard washTunnel - WashBay liftLeft liftRight - LiftBay
            pressureLance - Lance drainPan - Pan torqueWrench - Wrench airCompressor - Compressor exhaustFan - Fan)
  (:init (ParkedIn oldVan forecourt) (ParkedIn cityHatch washTunnel) (ParkedIn vicarsSaloon liftLeft)
         (Vacant kerb) (Vacant liftRight) (Soiled oldVan) (Soiled cityHatch) (Foamed cityHatch) (Ignited cityHatch)
         (Elevated liftLeft) (ShutterDown liftLeft) (ShutterDown liftRight)
         (HandsFree) (Racked pressureLance) (Racked drainPan) (Racked torqueWrench) (Powered exhaustFan))
  (:goal (and (Drained vicarsSaloon))))
