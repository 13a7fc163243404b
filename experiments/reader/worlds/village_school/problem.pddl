(define (problem sb1) (:domain school-building)
 (:objects terrestrial-globe register atlas recorder-flute - teaching-aid apron-small scarf-striped - garment
  supply-cupboard toy-chest - container teachers-desk window-sill coat-rack - open-spot
  ceiling-lights tiled-stove image-projector - fixture pane-north pane-south - pane rodent-hamster fish-goldie - creature board-front board-side - writing-board)
 (:init (placed-at chalk-box supply-cupboard) (placed-at terrestrial-globe teachers-desk) (placed-at register teachers-desk) (placed-at atlas window-sill)
  (placed-at recorder-flute window-sill) (placed-at apron-small coat-rack) (placed-at scarf-striped teachers-desk) (bolted supply-cupboard) (lid-raised toy-chest)
  (powered ceiling-lights) (powered image-projector) (unshuttered pane-north) (inscribed board-front) (unburdened) (provisioned fish-goldie))
 (:goal (and (not (inscribed board-front)))))
