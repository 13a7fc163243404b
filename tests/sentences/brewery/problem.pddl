; Brewing day: the copper is full, one fermenter is working, the casks wait.
(define (problem brewing-day)
  (:domain brewery)
  (:objects
    copper_kettle small_kettle - kettle
    tall_fermenter old_fermenter - fermenter
    stout_cask bitter_cask mild_cask - cask
    feed_pump hand_pump - pump
    goldings fuggles - hop
    ale_yeast - yeast
    long_brush steam_lance - cleaner
    cellar taproom - room)
  (:init
    (full copper_kettle) (full old_fermenter) (full mild_cask)
    (lidded old_fermenter) (lidded mild_cask) (lidded small_kettle)
    (under-pressure old_fermenter)
    (uncleaned tall_fermenter) (uncleaned stout_cask)
    (alight copper_kettle)
    (hooked-up copper_kettle tall_fermenter) (hooked-up old_fermenter bitter_cask)
    (at stout_cask taproom) (at bitter_cask cellar) (at mild_cask cellar)
    (faulty hand_pump)
    (stale fuggles))
  (:goal (and)))
