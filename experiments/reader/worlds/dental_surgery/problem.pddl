(define (problem dental-surgery-1) (:domain dental-surgery)
  (:objects mrs-hale mr-osei tim - patient
    chair-1 chair-2 - dental-chair
    scaler - sharp mouth-mirror forceps - blunt
    overhead-lamp suction-pump - device
    gloves mask lead-apron - garment)
  (:init (hands-free) (seated-in mrs-hale chair-1) (unoccupied chair-2) (reclined chair-1)
    (waiting mr-osei) (waiting tim) (cavity mrs-hale) (cavity tim)
    (on-tray scaler) (on-tray burr) (on-tray syringe) (on-tray mouth-mirror) (on-tray forceps)
    (sterile burr) (sterile syringe) (sterile mouth-mirror) (activated suction-pump))
  (:goal (and (restored mrs-hale))))
