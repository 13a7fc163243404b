(define (problem sortcell1) (:domain sortcell)
 (:objects book-parcel vase-parcel tv-parcel shoe-parcel - parcel leeds-chute york-chute reject-chute - chute infeed outfeed - conveyor
  north-guard south-guard - guard red-beacon amber-beacon - beacon)
 (:init (lying book-parcel infeed) (lying vase-parcel infeed) (lying tv-parcel infeed) (lying shoe-parcel outfeed) (gripper-free) (running infeed)
  (raised south-guard) (jammed york-chute) (lit red-beacon) (fragile vase-parcel) (oversize tv-parcel))
 (:goal (and (dropped-in book-parcel leeds-chute))))
