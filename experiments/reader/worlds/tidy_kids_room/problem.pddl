(define (problem tidy-1) (:domain tidy)
 (:objects teddy car_red car_blue blocks - toy
  socks_striped pyjamas - clothing
  book_dinosaurs book_pirates - book
  toy_chest drawer_top drawer_bottom - lidded
  floor bed desk bookshelf hamper - open_place
  night_light desk_lamp - lamp
  audio_player - player
  goldfish - fish)
 (:init (put_in teddy floor) (put_in car_red floor) (put_in car_blue desk) (put_in blocks floor)
  (put_in socks_striped bed) (put_in pyjamas drawer_top)
  (put_in book_dinosaurs bed) (put_in book_pirates bookshelf)
  (accessible floor) (accessible bed) (accessible desk) (accessible bookshelf) (accessible hamper)
  (accessible drawer_bottom)
  (crumbs_on floor) (crumbs_on desk)
  (glowing desk_lamp) (playing audio_player) (hungry goldfish))
 (:goal (put_in blocks toy_chest)))
