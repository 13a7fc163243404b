"""One-sentence constraints over PDDL worlds, each judged by a world in which it is law."""
