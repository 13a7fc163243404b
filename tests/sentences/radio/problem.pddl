; Thursday evening: Owen is on the air in studio B, and Maya prepares in studio A.
(define (problem thursday-evening)
  (:domain community-radio)
  (:objects
    host_mic guest_mic spare_mic - microphone
    cd_player turntable - player
    station_jingle folk_song punk_song charity_appeal - track
    studio_a studio_b - room
    maya owen - presenter
    councillor singer - guest)
  (:init
    (live guest_mic)
    (loaded station_jingle cd_player)
    (cleared station_jingle) (cleared folk_song)
    (explicit punk_song)
    (on-air studio_b)
    (in maya studio_a) (in owen studio_b))
  (:goal (and)))
