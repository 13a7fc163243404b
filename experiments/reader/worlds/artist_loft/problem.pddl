(define (problem vernissage) (:domain artist_loft)
 (:objects portrait seascape bustMarble - artwork widePaintbrush paletteKnife - utensil turpentineJar tumbler vase - vessel
  easel workbench mezzanine plinth - support spotlamp floorLamp stringLights - luminaire goodsLift balconyDoor shutterBlind - barrier
  gramophone extractor - device)
 (:init (unloaded) (resting_on portrait easel) (resting_on seascape mezzanine) (resting_on bustMarble workbench) (resting_on widePaintbrush workbench)
  (resting_on paletteKnife workbench) (resting_on turpentineJar workbench) (resting_on tumbler mezzanine) (resting_on vase plinth)
  (lit spotlamp) (lit floorLamp) (is_open balconyDoor) (is_open goodsLift) (running gramophone) (soiled widePaintbrush) (soiled paletteKnife) (soiled tumbler)
  (brimming vase) (veiled seascape))
 (:goal (and (signed portrait))))
