(define (problem villa_lindqvist-1) (:domain villa_lindqvist)
  (:objects study_desk hall_console dining_table tea_table - surface
    medicine_cabinet china_cabinet - cabinet
    desk_lamp hall_lamp nursery_lamp - lamp
    library_curtains nursery_curtains - curtain
    grandfather_clock mantel_clock - clock
    bello_the_dog minka_the_cat - pet
    brass_key silver_key - key
    heart_pills sleeping_pills - pills
    scalpel stethoscope - instrument
    doctors_glasses grandmas_glasses - glasses)
  (:init (accessible study_desk) (accessible hall_console) (accessible dining_table) (accessible tea_table)
    (locked medicine_cabinet) (ajar china_cabinet) (accessible china_cabinet)
    (opens brass_key medicine_cabinet) (opens silver_key china_cabinet)
    (stored brass_key hall_console) (stored silver_key study_desk)
    (stored heart_pills medicine_cabinet) (stored sleeping_pills tea_table)
    (stored scalpel study_desk) (stored stethoscope dining_table)
    (stored doctors_glasses china_cabinet) (stored grandmas_glasses tea_table)
    (dark hall_lamp) (drawn library_curtains) (outdoors minka_the_cat) (idle))
  (:goal (and (stored sleeping_pills medicine_cabinet))))
