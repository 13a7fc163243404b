(define (problem uncles_workshop-1)
  (:domain uncles_workshop)
  (:objects
    bench trestle pegboard - top
    tbox_red tbox_grey scrapbin - chest
    chisel handsaw - edged
    hammer screwdriver_l screwdriver_s - tool
    stool birdhouse - workpiece
    bent_nail rag - junk
    lathe fan - machine
    striplight lmp_2 - light
    pnt_green pnt_white - paint
    floor_door floor_bench - patch)
  (:init
    (item_at chisel bench) (item_at handsaw pegboard)
    (item_at hammer trestle) (item_at screwdriver_l bench) (item_at screwdriver_s tbox_red)
    (item_at stool trestle) (item_at birdhouse bench)
    (item_at bent_nail trestle) (item_at rag bench)
    (shut tbox_red) (shut scrapbin)
    (blunt chisel) (blunt handsaw)
    (rusty hammer) (rusty handsaw)
    (whirring lathe)
    (rough stool)
    (bare stool) (bare birdhouse)
    (littered floor_bench) (littered floor_door)
    (shining lmp_2))
  (:goal (and (not (whirring lathe)))))
