(define (problem oh1) (:domain orchid_house)
 (:objects phalaenopsis_white vanda_blue cattleya_small cattleya_large tree_fern - specimen vessel_10L mister_handheld - vessel secateurs - implement
  bench_upper bench_lower bench_potting - bench skylight side_louvre - aperture heating_pipe humidifier growlight_array circulation_fan - device)
 (:init (hand_vacant) (situated_at phalaenopsis_white bench_upper) (situated_at vanda_blue bench_upper) (situated_at cattleya_small bench_lower) (situated_at cattleya_large bench_lower)
  (situated_at tree_fern bench_lower) (situated_at vessel_10L bench_potting) (situated_at mister_handheld bench_potting) (situated_at secateurs bench_potting)
  (hydrated vanda_blue) (infested cattleya_small) (infested tree_fern) (charged mister_handheld) (vented skylight) (energised heating_pipe) (energised growlight_array) (shade_deployed))
 (:goal (and (hydrated tree_fern))))
