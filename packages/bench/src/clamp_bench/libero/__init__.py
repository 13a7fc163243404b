"""LIBERO from pictures: plans for held-out tasks, their scores, and their replay in the simulator."""
