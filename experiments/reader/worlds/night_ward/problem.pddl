(define (problem nw-1) (:domain night-ward)
 (:objects mr-alvarez mrs-brandt - patient bed-01 bed-02 - bed nightstand-01 nightstand-02 med-trolley - surface
  bedside-luminaire-01 bedside-luminaire-02 corridor-luminaire - luminaire curtain-01 curtain-02 - screen
  infusion-pump vitals-monitor - device ward-portal linen-portal - portal
  thermal-cover - cover analgesic-tab sedative-tab - medication carafe - ware)
 (:init (unencumbered) (assigned-to bed-01 mr-alvarez) (assigned-to nightstand-01 mr-alvarez) (assigned-to bedside-luminaire-01 mr-alvarez) (assigned-to curtain-01 mr-alvarez)
  (assigned-to bed-02 mrs-brandt) (assigned-to nightstand-02 mrs-brandt) (assigned-to bedside-luminaire-02 mrs-brandt) (assigned-to curtain-02 mrs-brandt)
  (loc-of analgesic-tab med-trolley) (loc-of sedative-tab med-trolley) (loc-of carafe nightstand-02) (spread-over thermal-cover mr-alvarez)
  (rail-elevated bed-02) (illuminated bedside-luminaire-01) (illuminated corridor-luminaire) (audible infusion-pump) (audible vitals-monitor)
  (occluding curtain-02) (secured linen-portal))
 (:goal (and (administered analgesic-tab mrs-brandt))))
