(define (problem alpine_shelter-1)
  (:domain alpine_shelter)
  (:objects stube bunkroom scullery woodshed terrace - space
            left right - hand
            front-door shed-door - gate
            stube-shutter bunk-shutter - shutter
            tile-stove iron-stove - stove
            brass-lantern storm-lantern - lantern
            grey-blanket check-blanket - blanket
            wood-basket - basket
            rope - cord)
  (:init (robot-space stube)
         (has rope) (in-hand right rope) (idle left)
         (passage stube bunkroom) (passage bunkroom stube)
         (passage stube scullery) (passage scullery stube)
         (gateway front-door stube terrace) (gateway front-door terrace stube)
         (gateway shed-door scullery woodshed) (gateway shed-door woodshed scullery)
         (bolted front-door)
         (window-of stube stube-shutter) (window-of bunkroom bunk-shutter)
         (barred bunk-shutter)
         (stove-of stube tile-stove) (stove-of bunkroom iron-stove)
         (stoked iron-stove) (burning iron-stove)
         (glowing brass-lantern)
         (lies stube brass-lantern) (lies woodshed storm-lantern)
         (lies bunkroom grey-blanket) (lies terrace check-blanket)
         (lies woodshed wood-basket))
  (:goal (and (burning tile-stove))))
