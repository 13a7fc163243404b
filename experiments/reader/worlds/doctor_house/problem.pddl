(define (problem house) (:domain country-doctor)
 (:objects stethoscope forceps scalpel - instrument gauze-roll cough-syrup - medicament overcoat - garment
  surgery hallway kitchen - room medicine-cabinet gladstone-bag - receptacle front-door garden-door - portal
  desk-luminaire porch-luminaire - luminaire mr-haas mrs-bell - patient dog-rufus cat-minka - animal range-cooker - stove)
 (:init (loc-of stethoscope hallway) (loc-of forceps surgery) (loc-of scalpel kitchen) (stowed gauze-roll medicine-cabinet) (loc-of cough-syrup kitchen)
  (loc-of overcoat kitchen) (hands-free) (unlatched gladstone-bag) (bolted garden-door) (energized porch-luminaire))
 (:goal (and (examined mrs-bell))))
