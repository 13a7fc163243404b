"""What is asked for, from whatever door it comes: the world, the words, what is seen, and the settings."""
