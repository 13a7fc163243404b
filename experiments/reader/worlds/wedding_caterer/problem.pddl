(define (problem wedding-caterer-1) (:domain wedding-caterer)
  (:objects sponge_tier fruit_tier - cake beef_joint turkey - roast salmon_platter soup_tureen - starter
    deck_oven small_oven - oven walk_in_chiller - coldstore delivery_van - van
    pass prep_table - counter
    lucia marek - cook
    dishwasher cooker_hood planetary_mixer - device)
  (:init (idle_hands) (atop sponge_tier prep_table) (within fruit_tier walk_in_chiller) (baked fruit_tier)
    (within beef_joint walk_in_chiller) (atop turkey prep_table) (within salmon_platter walk_in_chiller)
    (atop soup_tureen pass) (preheated small_oven) (ajar delivery_van)
    (onDuty lucia) (onDuty marek) (running dishwasher))
  (:goal (and (frosted fruit_tier))))
