(define (problem studio-1) (:domain recording-studio)
  (:objects condenser-mic ribbon-mic - transducer
    xlr-lead - lead
    acoustic-guitar bass-guitar - instrument
    trk-vocals trk-drums - track
    booth-door corridor-door - portal
    tally-lamp desk-lamp - indicator
    vocal-booth live-room gear-cupboard - zone
    nearfield-monitors - monitor
    tube-amp - amplifier)
  (:init (situated condenser-mic vocal-booth) (situated ribbon-mic live-room) (situated xlr-lead live-room)
    (situated acoustic-guitar live-room) (situated bass-guitar gear-cupboard) (carrier-vacant)
    (patched condenser-mic trk-vocals) (phantom-engaged condenser-mic) (unpatched ribbon-mic)
    (armed trk-drums) (muted trk-vocals) (take-stored trk-drums)
    (illuminated tally-lamp) (energised nearfield-monitors) (energised tube-amp)
    (in-tune bass-guitar) (acoustically-sealed corridor-door))
  (:goal (and (take-stored trk-vocals))))
