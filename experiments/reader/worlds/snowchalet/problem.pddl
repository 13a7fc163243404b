(define (problem snow-chalet-1) (:domain snow-chalet)
  (:objects parka ski-boots mittens - outerwear flask-steel teakettle - vessel birch-log - fuel
    drawer-unit wood-bin - chest bench-hall mantelpiece terrace - ledge
    wood-burner - fixture string-lights headlamp-charger porch-lantern - fixture
    drawer-front bin-lid dormer-window - opening
    husky tomcat - beast)
  (:init (at parka bench-hall) (at ski-boots bench-hall) (at mittens drawer-unit) (at flask-steel mantelpiece) (at teakettle mantelpiece)
    (at birch-log terrace) (at matchbox mantelpiece) (at shovel-alu bench-hall) (arms-free) (sealed entrance-door) (locked entrance-door) (sealed drawer-front)
    (lid-of drawer-front drawer-unit) (lid-of bin-lid wood-bin) (hearth wood-burner) (electric string-lights) (electric headlamp-charger) (electric porch-lantern)
    (alight headlamp-charger) (alight string-lights) (filled teakettle) (indoors tomcat) (exposed terrace))
  (:goal (and (alight wood-burner))))
