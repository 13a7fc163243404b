(define (problem room-214) (:domain dorm-room)
 (:objects hoodieGrey trousersDenim - garment textbookChem textbookLaw - publication mobilePhone notebookPC - gadget bowlCeramic drinkingVessel - dish
  bedDrawer hamper schoolBag chillBox - receptacle hatchWindow corridorDoor - portal deskTop floorArea shelfAbove - spot fanHeater readingLuminaire fairyString waterBoiler - appliance
  wallBed dryingRack - foldable)
 (:init (unladen) (lying-at hoodieGrey floorArea) (lying-at trousersDenim floorArea) (lying-at textbookChem floorArea) (lying-at textbookLaw deskTop) (lying-at mobilePhone deskTop)
  (lying-at notebookPC deskTop) (inside bowlCeramic bedDrawer) (lying-at drinkingVessel floorArea) (closed bedDrawer) (closed chillBox) (closed corridorDoor)
  (de-energized readingLuminaire) (de-energized waterBoiler) (collapsed dryingRack) (mains-connected notebookPC))
 (:goal (and (collapsed wallBed))))
