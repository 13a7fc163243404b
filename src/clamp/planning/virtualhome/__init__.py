"""VirtualHome as a transition system of its own, with the semantics of its evolving-graph executor."""

from clamp.planning.virtualhome.goal import NodeState, Relation, VirtualHomeGoal
from clamp.planning.virtualhome.state import State
from clamp.planning.virtualhome.system import VirtualHome
from clamp.planning.virtualhome.vocabulary import ExecutorRules

__all__ = ["ExecutorRules", "NodeState", "Relation", "State", "VirtualHome", "VirtualHomeGoal"]
