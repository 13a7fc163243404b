(define (problem painters-loft-1) (:domain painters-loft)
  (:objects canvas_large canvas_small - canvas brush_wide brush_thin - brush jar_blue jar_ochre - jar
    palette_knife bread_knife coffee_cup apron - item
    easel workbench sink shelf sofa - spot
    easel_lamp floor_lamp ceiling_lamp - lamp skylight street_window - window)
  (:init (grip_free)
    (lies canvas_large easel) (lies canvas_small sofa) (veiled canvas_small)
    (lies brush_wide workbench) (lies brush_thin shelf) (rinsed brush_thin)
    (lies jar_blue workbench) (lies jar_ochre shelf) (capped jar_ochre)
    (lies palette_knife workbench) (lies bread_knife sink) (lies coffee_cup workbench) (lies apron sofa)
    (off floor_lamp) (ajar skylight))
  (:goal (and (capped jar_blue) (lies coffee_cup sink))))
