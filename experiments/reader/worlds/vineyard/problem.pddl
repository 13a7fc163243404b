(define (problem vintage)
  (:domain vineyard)
  (:objects south_slope old_vines river_plot - parcel
            crate_1 crate_2 - bin
            basket_press pneumatic_press - press
            steel_vat concrete_vat - vat
            oak_cask chestnut_cask little_cask - cask)
  (:init (ripened south_slope) (ripened old_vines)
         (netted south_slope) (netted river_plot)
         (engaged pneumatic_press)
         (rinsed steel_vat)
         (filled concrete_vat) (rinsed concrete_vat)
         (filled oak_cask) (sealed oak_cask) (rinsed oak_cask)
         (sealed chestnut_cask))
  (:goal (and (stripped old_vines))))
