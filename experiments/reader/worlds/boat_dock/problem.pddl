(define (problem boat_dock_1) (:domain boat_dock)
  (:objects skiff dinghy - rowboat safety_launch - motorboat
    anna ben carlos - swimmer mrs_doyle - coach
    orange_vest small_vest large_vest - flotation_vest
    dock_gate ladder_gate - barrier
    red_flag club_flag - signal)
  (:init (moored skiff) (moored safety_launch) (sheeted skiff) (aboard ben dinghy)
    (ashore anna) (ashore carlos) (ashore mrs_doyle)
    (wearing ben small_vest) (vested ben) (spare orange_vest) (spare large_vest)
    (bolted dock_gate) (hoisted club_flag))
  (:goal (and (immersed anna))))
