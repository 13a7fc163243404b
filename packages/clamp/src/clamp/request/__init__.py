"""What is asked for, from whatever door it comes: so far, the world of a plan by its name."""
