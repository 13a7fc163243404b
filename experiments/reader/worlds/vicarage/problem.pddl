(define (problem vicarage-saturday) (:domain vicarage)
 (:objects spaniel tabby budgerigar tortoise - pet study parlour scullery garden - room
  surplice cassock - garment sermon hymnal - document teapot saucer - crockery
  aspidistra maidenhair-fern - plant bureau wardrobe larder - chest desk sideboard - furniture
  gramophone radiator standard-lamp - appliance)
 (:init (whereabouts spaniel parlour) (whereabouts tabby study) (whereabouts budgerigar parlour) (whereabouts tortoise garden)
  (lies-at surplice wardrobe) (lies-at cassock sideboard) (lies-at sermon desk) (lies-at hymnal sideboard) (lies-at teapot larder) (lies-at saucer desk)
  (hands-empty) (opened wardrobe) (active gramophone) (soiled teapot) (soiled saucer) (barred scullery))
 (:goal (and (nourished spaniel))))
