"""What can be done and what follows from it: domains, problems, states, reachability; knows no text."""

from clamp.planning.problem import Problem as Problem
from clamp.planning.search.limits import LimitReached as LimitReached
from clamp.planning.search.limits import SearchLimits as SearchLimits
from clamp.planning.search.reachability import Reachability as Reachability
from clamp.planning.system import Action as Action
from clamp.planning.system import SearchSpace as SearchSpace
from clamp.planning.system import StateSpace as StateSpace
from clamp.planning.system import TransitionSystem as TransitionSystem
from clamp.planning.system import Validation as Validation
