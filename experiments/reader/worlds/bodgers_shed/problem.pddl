(define (problem bodgers_shed-1) (:domain bodgers_shed)
  (:objects roof_lamp pillar_lamp bench_lamp - lamp
    bandsaw lathe extractor compressor wireless - machine
    red_chest grey_chest - chest
    oak_bench sawhorse - bench
    side_door yard_gate - gate
    claw_hammer ball_hammer wide_chisel narrow_chisel tape_measure - tool
    varnish_tin glue_tin gloss_tin - tin)
  (:init (lit roof_lamp) (lit pillar_lamp)
    (running bandsaw) (running extractor) (running wireless)
    (latched red_chest) (bolted yard_gate) (sealed glue_tin)
    (stowed wide_chisel red_chest) (stowed tape_measure grey_chest)
    (laid claw_hammer oak_bench) (laid narrow_chisel oak_bench) (laid glue_tin oak_bench)
    (laid ball_hammer sawhorse) (laid varnish_tin sawhorse) (laid gloss_tin sawhorse)
    (idle-hand))
  (:goal (and (not (running bandsaw)) (bolted side_door))))
