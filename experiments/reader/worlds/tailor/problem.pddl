(define (problem atelier_monday) (:domain tailor)
  (:objects wool_coat - coat silk_gown velvet_gown - gown pinstripe_trousers - trousers
            mannequin_1 - dummy brass_rail - rail cutting_table - table
            overlocker - stitcher steam_iron - iron shears_1 seam_knife - implement spool_white spool_black - spool)
  (:init (free_hand) (at_spot wool_coat mannequin_1) (at_spot silk_gown brass_rail) (at_spot velvet_gown cutting_table) (at_spot pinstripe_trousers brass_rail)
         (is_pinned wool_coat) (is_on steam_iron) (loaded_with overlocker spool_white) (is_stitched pinstripe_trousers))
  (:goal (and (is_stitched wool_coat))))
