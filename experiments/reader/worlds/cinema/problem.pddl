(define (problem Matinee) (:domain ProjectionRoom)
 (:objects westernReel comedyReel - feature trailerReel advertReel newsReel - short
  bigProjector smallProjector - projector stageCurtain windowBlind - drape houseLights boothLamp - luminaire topShelf ironLocker - storage)
 (:init (GripFree) (StoredIn westernReel ironLocker) (StoredIn comedyReel ironLocker) (StoredIn trailerReel topShelf) (StoredIn advertReel topShelf)
  (Threaded newsReel smallProjector) (Occupied smallProjector) (Ignited smallProjector) (Parted windowBlind) (Dimmed boothLamp))
 (:goal (and (Threaded westernReel bigProjector))))
