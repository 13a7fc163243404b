"""VirtualHome as a transition system of its own, with the semantics of its evolving-graph executor."""

from clamp_worlds.virtualhome.goal import NodeState, Relation, VirtualHomeGoal
from clamp_worlds.virtualhome.state import State
from clamp_worlds.virtualhome.system import VirtualHome
from clamp_worlds.virtualhome.vocabulary import ExecutorRules

__all__ = ["ExecutorRules", "NodeState", "Relation", "State", "VirtualHome", "VirtualHomeGoal"]
