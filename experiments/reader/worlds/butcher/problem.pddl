(define (problem butcher-saturday) (:domain butcher)
  (:objects lamb-leg beef-shin pork-belly - red-meat chicken-whole - poultry
            chopping-block marble-counter - surface walk-in-chiller vitrine - cold-store
            mincer-1 - mincer bandsaw-1 - bandsaw cleaver boning-knife - blade)
  (:init (arms-free) (stored-in lamb-leg walk-in-chiller) (stored-in pork-belly walk-in-chiller) (stored-in chicken-whole vitrine)
         (lying-on beef-shin chopping-block) (sealed walk-in-chiller) (energised bandsaw-1) (honed cleaver) (sanitised marble-counter))
  (:goal (and (handed-over beef-shin))))
