(define (problem weavers_home-1) (:domain weavers_home)
 (:objects ida-coat bram-coat scarf - garment
  white-towel brown-towel - towel wool-blanket - blanket
  spindle shears - thing
  low-shelf high-shelf - shelf oak-chest pine-chest - chest
  door-hook stove-hook - hook
  ida-bed bram-bed - bed
  window-candle table-candle stair-candle - candle)
 (:init (holds door-hook ida-coat) (holds pine-chest bram-coat) (holds low-shelf scarf)
  (holds low-shelf white-towel) (holds high-shelf brown-towel) (holds oak-chest wool-blanket)
  (holds oak-chest spindle) (holds high-shelf shears)
  (shut oak-chest) (vacant stove-hook)
  (folded wool-blanket) (soiled bram-coat) (soiled scarf)
  (made ida-bed) (unlit window-candle) (unlit table-candle) (no-load))
 (:goal (and (holds stove-hook bram-coat) (not (soiled bram-coat)))))
