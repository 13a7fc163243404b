"""Texts that describe PDDL problems, and problems written from them, judged by whether they are the same."""
