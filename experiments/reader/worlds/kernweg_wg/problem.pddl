(define (problem kernweg_wg_p) (:domain kernweg_wg)
  (:objects
    kitchen bath hall rm_lena rm_tom - room
    mug_r mug_b pan_1 - dish
    bike_key towel_g towel_y milk - item
    fridge cab_l cab_r wardrobe - box
    tv1 lmp_1 lmp_2 toaster - appliance
    bin_k bin_b - bin
    win_k win_t - window)
  (:init
    (bot_at hall) (has_sink kitchen) (free_hand)
    (linked hall kitchen) (linked kitchen hall) (linked hall bath) (linked bath hall)
    (linked hall rm_lena) (linked rm_lena hall) (linked hall rm_tom) (linked rm_tom hall)
    (fixed fridge kitchen) (fixed cab_l kitchen) (fixed cab_r kitchen) (fixed wardrobe rm_lena)
    (fixed tv1 rm_tom) (fixed lmp_1 rm_lena) (fixed lmp_2 rm_tom) (fixed toaster kitchen)
    (fixed bin_k kitchen) (fixed bin_b bath) (fixed win_k kitchen) (fixed win_t rm_tom)
    (item_at rm_tom mug_r) (item_at kitchen pan_1) (item_at bath towel_g) (item_at hall towel_y)
    (in_box mug_b cab_l) (in_box bike_key wardrobe) (in_box milk fridge)
    (closed fridge) (closed cab_l) (closed wardrobe)
    (dirty mug_r) (dirty pan_1)
    (unplugged tv1) (unplugged lmp_2)
    (overflowing bin_k) (tilted win_t))
  (:goal (and (not (dirty mug_r)) (closed cab_r))))
