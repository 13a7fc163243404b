(define (problem pell_cats_p) (:domain pell_cats)
  (:objects mrs-pell ned - human ginger smoky - feline rex - canine
    bed rug stove window-seat back-door - site
    chest basket - box cat-flap - flap
    bed-curtain window-curtain - curtain
    bowl-a bowl-b bowl-c - bowl ball toy-mouse - plaything
    tartan-blanket grey-blanket - blanket red-collar blue-collar - gear)
  (:init
    (location bowl-a stove) (location bowl-b window-seat) (location bowl-c back-door)
    (location toy-mouse rug) (location tartan-blanket bed) (location red-collar window-seat)
    (inside chest ball) (inside chest blue-collar) (inside basket grey-blanket)
    (animal-at ginger bed) (animal-at smoky window-seat) (animal-at rex rug)
    (hungry ginger) (hungry rex) (empty bowl-a) (empty bowl-b)
    (bolted cat-flap) (drawn window-curtain)
    (hangs-at bed-curtain bed) (hangs-at window-curtain window-seat)
    (bowl-of bowl-a ginger) (bowl-of bowl-b smoky) (bowl-of bowl-c rex)
    (belongs-to red-collar ginger) (belongs-to blue-collar rex)
    (belongs-to tartan-blanket mrs-pell) (belongs-to grey-blanket rex)
    (belongs-to ball rex) (belongs-to toy-mouse smoky))
  (:goal (and (not (hungry ginger)) (adorned rex blue-collar))))
