(define (problem twin_porters-1)
  (:domain twin_porters)
  (:objects dora otto - robot
            cellar hall pantry parlour attic - place
            cellar-hatch attic-trapdoor pantry-door parlour-door - hatchway
            red-crate green-crate jam-jar hat-box broom - item
            parlour-speaker attic-speaker - speaker)
  (:init (located hall dora) (located parlour otto)
         (carries otto broom) (burdened otto)
         (joins cellar-hatch hall cellar) (joins cellar-hatch cellar hall)
         (joins attic-trapdoor hall attic) (joins attic-trapdoor attic hall)
         (joins pantry-door hall pantry) (joins pantry-door pantry hall)
         (joins parlour-door hall parlour) (joins parlour-door parlour hall)
         (shut cellar-hatch) (shut attic-trapdoor)
         (dark cellar) (dark attic) (dark pantry)
         (has-stove hall) (has-stove parlour) (has-stove attic)
         (heated hall)
         (stored cellar red-crate) (stored attic green-crate)
         (stored pantry jam-jar) (stored parlour hat-box)
         (mounted parlour-speaker parlour) (mounted attic-speaker attic)
         (muted attic-speaker))
  (:goal (and (not (dark cellar)))))
