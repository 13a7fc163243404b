(define (problem nightshift)
  (:domain datacentre)
  (:objects rackNorth rackSouth - cabinet
            mailServer webServer dbPrimary dbReplica - machine
            cracEast cracWest - chiller
            ssdOld ssdNew hddSpare - drive
            psuSpare - psu
            spareBin scrapBox - locker)
  (:init (idleHands)
         (mountedIn mailServer rackNorth) (mountedIn webServer rackNorth)
         (mountedIn dbPrimary rackSouth) (mountedIn dbReplica rackSouth)
         (powered mailServer) (powered webServer) (powered dbPrimary)
         (spinning cracWest)
         (cools cracWest rackNorth) (cools cracEast rackSouth)
         (unlatched rackNorth)
         (patched webServer)
         (seatedIn ssdOld webServer) (seatedIn hddSpare dbPrimary)
         (keptIn ssdNew spareBin) (keptIn psuSpare spareBin))
  (:goal (and (powered dbReplica))))
