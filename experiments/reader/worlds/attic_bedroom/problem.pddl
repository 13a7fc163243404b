(define (problem bedtime) (:domain AtticRoom)
  (:objects mia jonas - Person miaBed jonasBed - Bed
    toyChest - Chest floorArea deskTop wallShelf - OpenSurface
    teddyBear clothRabbit - Plush toyTrain - Toy fairyTales atlasBook - Book pyjamas woolSocks - Garment
    nightLight ceilingLamp - LightSource roofWindow - SkyWindow audioBox - MusicPlayer)
  (:init (freeHands) (ladderDown) (powered ceilingLamp) (ajar roofWindow) (asleep jonas) (hydrated jonas) (bedMade jonasBed)
    (storedIn teddyBear floorArea) (storedIn clothRabbit toyChest) (storedIn toyTrain floorArea)
    (storedIn fairyTales deskTop) (storedIn atlasBook floorArea) (storedIn pyjamas miaBed) (storedIn woolSocks deskTop) (soiled woolSocks))
  (:goal (and (bedMade miaBed))))
