"""VirtualHome as a transition system of its own, with the semantics of its evolving-graph executor."""

from clamp.worlds.virtualhome.goal import NodeState, Relation, VirtualHomeGoal
from clamp.worlds.virtualhome.state import State
from clamp.worlds.virtualhome.system import VirtualHome
from clamp.worlds.virtualhome.vocabulary import ExecutorRules

__all__ = ["ExecutorRules", "NodeState", "Relation", "State", "VirtualHome", "VirtualHomeGoal"]
