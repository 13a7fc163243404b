(define (problem windeck_hut-1) (:domain windeck_hut)
  (:objects stube dorm porch - room
    long_table bench lower_bunk upper_bunk boot_rack - place
    stube_lantern dorm_lantern porch_lantern - lantern
    tiled_stove - stove
    west_shutter east_shutter - shutter
    tin_mug enamel_mug - mug
    annas_boots jonas_boots - boots
    red_blanket grey_blanket green_blanket - blanket
    tea_kettle - kettle
    axe - tool)
  (:init (robot-in porch) (hands-free) (has-pump porch)
    (stands-in long_table stube) (stands-in bench stube)
    (stands-in lower_bunk dorm) (stands-in upper_bunk dorm) (stands-in boot_rack porch)
    (stands-in stube_lantern stube) (stands-in dorm_lantern dorm) (stands-in porch_lantern porch)
    (stands-in tiled_stove stube) (stands-in west_shutter stube) (stands-in east_shutter dorm)
    (lies-on tin_mug long_table) (lies-on enamel_mug bench) (lies-on tea_kettle long_table)
    (lies-on annas_boots boot_rack) (lies-on jonas_boots bench) (lies-on axe boot_rack)
    (lies-on red_blanket lower_bunk) (lies-on green_blanket lower_bunk) (lies-on grey_blanket upper_bunk)
    (rolled red_blanket) (rolled green_blanket)
    (soaked annas_boots) (soaked jonas_boots)
    (dirty tin_mug) (dirty enamel_mug)
    (burning stube_lantern) (burning porch_lantern) (barred east_shutter))
  (:goal (and (hot tea_kettle))))
