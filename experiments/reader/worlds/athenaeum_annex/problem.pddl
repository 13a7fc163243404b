(define (problem athenaeum_annex-p)
  (:domain athenaeum_annex)
  (:objects
    long_table returns_trolley tea_tray sink_unit - spot
    atlas_shelf novel_shelf - shelf
    atlas_big atlas_pocket novel_red novel_green notebook_ines - book
    gazette - paper
    teacup_blue teacup_white - teacup
    teapot1 - teapot
    kettle1 - kettle
    lamp_north lamp_south lamp_desk - lamp
    blind_east blind_west - blind)
  (:init
    (gripper-empty)
    (holds long_table novel_red) (holds long_table teacup_blue)
    (holds long_table notebook_ines) (holds long_table gazette)
    (holds returns_trolley atlas_big) (holds returns_trolley novel_green)
    (holds atlas_shelf atlas_pocket)
    (holds tea_tray teapot1) (holds tea_tray teacup_white)
    (off lamp_south) (off lamp_desk)
    (lowered blind_west)
    (dirty teacup_blue) (dirty teapot1)
    (stamped novel_red) (stamped notebook_ines))
  (:goal (and (brewed teapot1) (holds novel_shelf novel_green))))
