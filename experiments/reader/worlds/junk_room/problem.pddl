(define (problem junk_room_1) (:domain junk_room)
 (:objects shelf workbench wardrobe - perch toy_chest tool_chest - chest
  mantel_clock cuckoo_clock - clock wireless teddy rag_doll photo_album stamp_album handsaw paint_tin tennis_racket - stuff
  blind_east blind_west - blind rug - rug ceiling_bulb bench_bulb - bulb)
 (:init (claw_empty) (holds shelf mantel_clock) (holds shelf wireless) (holds workbench cuckoo_clock) (holds workbench teddy) (holds toy_chest rag_doll)
  (holds shelf photo_album) (holds workbench stamp_album) (holds workbench handsaw) (holds wardrobe tennis_racket) (holds wardrobe paint_tin)
  (dusty mantel_clock) (dusty photo_album) (dusty wireless) (dusty cuckoo_clock) (stopped mantel_clock) (stopped cuckoo_clock)
  (raised blind_east) (rolled_up rug) (lid_on tool_chest) (lid_on toy_chest) (shining bench_bulb))
 (:goal (and (not (rolled_up rug)))))
