"""TaPA: plans in a person's words, step by step, over the objects of a scene."""
