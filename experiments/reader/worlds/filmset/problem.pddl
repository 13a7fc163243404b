(define (problem scene-twelve)
  (:domain filmset)
  (:objects kitchen-set bedroom-set props-store dressing-room - area
            cam-a cam-b - camera
            rubber-dagger rose-vase rotary-phone prop-pistol - prop
            ingrid bruno - performer
            key-light fill-light practical-lamp - lamp
            haze-machine - fogger)
  (:init (gripper-free)
         (located-at cam-a kitchen-set) (located-at cam-b bedroom-set)
         (located-at rubber-dagger props-store) (located-at prop-pistol props-store)
         (located-at rose-vase bedroom-set) (located-at rotary-phone kitchen-set)
         (located-at ingrid dressing-room) (located-at bruno kitchen-set)
         (is-on fill-light) (is-on haze-machine)
         (card-loaded cam-a) (focused cam-b)
         (made-up bruno))
  (:goal (and (rolling cam-a))))
