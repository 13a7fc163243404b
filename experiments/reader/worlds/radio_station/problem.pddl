(define (problem eveningShow)
  (:domain radioStation)
  (:objects micHost micGuest - microphone
    turntableLeft turntableRight - turntable reelDeck - tapeDeck
    jazzLp punkLp folkSingle - disc newsTape jingleTape - cassette
    vinylRack loanCrate - storage
    studioDoor corridorDoor - portal
    onAirSign deskLamp - luminaire
    mainTransmitter - emitter)
  (:init (muted micHost) (muted micGuest) (vacant turntableLeft) (vacant reelDeck) (mounted folkSingle turntableRight)
    (rolling turntableRight) (filed jazzLp vinylRack) (filed punkLp loanCrate) (filed newsTape vinylRack) (filed jingleTape loanCrate)
    (handFree) (ajar studioDoor) (illuminated deskLamp) (transmitting mainTransmitter))
  (:goal (and (rolling turntableLeft)))
)
