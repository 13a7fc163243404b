(define (problem lindenhof_lounge-1)
  (:domain lindenhof_lounge)
  (:objects
    desk wing-chair rocker bookcase trolley sill - spot
    mrs-oakes mr-pell - resident
    atlas crime-novel poetry-red poetry-blue - book
    tartan-rug fleece - blanket
    specs-gold specs-black teacup magazine - object-small
    desk-light floor-lamp radio - device
    bay-window - window)
  (:init
    (near bookcase) (grip-idle)
    (seated mrs-oakes wing-chair) (seated mr-pell rocker)
    (placed atlas desk) (marked atlas)
    (placed crime-novel bookcase)
    (placed poetry-red trolley) (placed teacup trolley)
    (in-lap poetry-blue mr-pell)
    (in-lap tartan-rug mrs-oakes)
    (placed fleece sill) (folded fleece)
    (placed specs-gold sill) (placed specs-black desk)
    (placed magazine wing-chair)
    (fixed-at desk-light desk) (fixed-at floor-lamp wing-chair) (fixed-at radio bookcase)
    (off floor-lamp)
    (window-by bay-window sill) (ajar bay-window))
  (:goal (and (off radio) (in-lap specs-gold mr-pell)))
)
