(define (problem soap_monday) (:domain soap_works)
  (:objects copper_kettle steel_kettle - kettle burner_left burner_right - burner mould_long mould_round mould_old - mould tallow olive_oil - fat caustic_drum - lye
    lavender_oil rose_oil - scent roof_fan - extractor wire_cutter - cutter rack_low rack_high - shelf goggles gauntlets - gear)
  (:init (palms_free) (heated_by copper_kettle burner_left) (heated_by steel_kettle burner_right) (aflame burner_left) (has_fat copper_kettle) (mould_full mould_old) (hardened mould_old)
    (on_shelf tallow rack_low) (on_shelf olive_oil rack_low) (on_shelf caustic_drum rack_low) (on_shelf lavender_oil rack_high) (on_shelf rose_oil rack_high)
    (sealed tallow) (sealed caustic_drum) (sealed rose_oil) (blade_guarded wire_cutter) (worn gauntlets))
  (:goal (and (sliced mould_old))))
