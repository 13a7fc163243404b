(define (problem ll_1) (:domain lavatory_and_laundry)
 (:objects bathTowel_large handTowel_1 bedLinen_set robe_white - textile soapDispenser tissue_roll shampooFlask - toiletry
  washer_unit tumbleDryer - machine floorTiles shelf_upper laundryHamper vanityTop - flatSite
  basinTap showerHead - outlet mirrorLamp extractorFan ironingPress - electricFitting mainDoor skylight - hatchway)
 (:init (at bathTowel_large floorTiles) (at handTowel_1 floorTiles) (at bedLinen_set laundryHamper) (at robe_white tumbleDryer) (at soapDispenser vanityTop)
  (at tissue_roll shelf_upper) (at shampooFlask floorTiles) (doorAjar washer_unit) (flowing basinTap) (live ironingPress) (live mirrorLamp)
  (soiled bathTowel_large) (soiled handTowel_1) (soiled bedLinen_set) (obstructed showerHead) (secured skylight) (armFree))
 (:goal (and (folded robe_white))))
