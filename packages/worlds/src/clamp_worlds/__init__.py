"""Simulated environments: planning problems, pictures and scenes from the same task files.

An environment turns its own task format into `clamp.Problem`, renders what a camera sees, and says whether a
goal holds. Simulators are optional and loaded when an environment is first opened.
"""
