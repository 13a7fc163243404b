(define (problem chemstore-1) (:domain chemstore)
  (:objects HCl_conc NaOH_pellets ethanol_96 CuSO4_crystals - reagent
    conical_flask_250 beaker_A beaker_B - glassware
    ocular_protection hand_protection - kit
    flammables_cabinet acid_locker - enclosure
    RU_shelf_01 RU_shelf_02 teacher_bench wash_basin - location
    extraction_unit gas_supply ceiling_lum - utility
    acid_spill - spill)
  (:init (unburdened) (loc-of-reagent HCl_conc teacher_bench) (loc-of-reagent ethanol_96 teacher_bench) (loc-of-reagent CuSO4_crystals RU_shelf_01) (contained NaOH_pellets acid_locker)
    (loc-of-glass conical_flask_250 wash_basin) (loc-of-glass beaker_A wash_basin) (loc-of-glass beaker_B RU_shelf_01)
    (capped NaOH_pellets) (capped CuSO4_crystals) (labelled HCl_conc) (labelled ethanol_96) (residue-free beaker_B)
    (shut flammables_cabinet) (secured flammables_cabinet) (engaged gas_supply) (engaged ceiling_lum))
  (:goal (and (neutralized acid_spill))))
