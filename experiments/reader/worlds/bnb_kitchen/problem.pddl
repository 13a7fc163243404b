(define (problem bnb-breakfast) (:domain bnb-kitchen)
  (:objects dairy-1 smoked-herring - foodstuff loaf-rye loaf-white - loaf
    beverage-vessel-blue beverage-vessel-white platter-oval - ware
    worktop table-bay table-hearth - surface refrigerator larder - enclosure
    hob-plate toaster - heater kettle-2 radio-set - appliance tomcat terrier - animal)
  (:init (positioned dairy-1 worktop) (positioned smoked-herring worktop) (positioned loaf-rye larder) (positioned loaf-white table-bay)
    (positioned beverage-vessel-blue table-hearth) (positioned beverage-vessel-white worktop) (positioned platter-oval table-hearth)
    (manipulator-empty) (ajar refrigerator) (operating hob-plate) (operating radio-set))
  (:goal (and (nourished tomcat))))
