(define (problem brackenbury_flat_nine_sunday)
  (:domain brackenbury_flat_nine)
  (:objects
    jonas priya mei - flatmate
    desk counter beanbag balcony_table - top
    fridge wardrobe - storage
    kitchen_bin recycling_bin - bin
    front_door bike_store - lockable
    desk_lamp fairy_lights heater speaker - appliance
    mei_phone jonas_phone laptop - gadget
    red_mug blue_mug plate wok - crockery
    grey_hoodie black_hoodie - clothing
    pizza_box oat_milk textbook - stuff)
  (:init
    (hands-free)
    (has-socket desk) (has-socket counter)
    (owns mei mei_phone) (owns jonas jonas_phone) (owns priya laptop)
    (owns mei red_mug) (owns jonas blue_mug)
    (owns priya grey_hoodie) (owns jonas black_hoodie) (owns mei textbook)
    (sits mei_phone desk) (sits laptop desk)
    (plugged laptop) (charged laptop)
    (sits jonas_phone beanbag) (sits grey_hoodie beanbag)
    (sits red_mug counter) (sits plate counter) (sits wok counter) (sits pizza_box counter) (sits oat_milk counter)
    (soiled red_mug) (soiled plate)
    (sits blue_mug balcony_table)
    (stowed black_hoodie wardrobe)
    (stowed textbook fridge)
    (closed fridge)
    (full kitchen_bin)
    (live desk_lamp) (live heater) (live speaker)
    (unlocked front_door))
  (:goal (and (not (full kitchen_bin)))))
