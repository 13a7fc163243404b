"""Where text, tokens and planning meet: plan formats, the constraint, explanations, results."""

from clamp.decoding.constraint import Cursor as Cursor
from clamp.decoding.constraint import PlanConstraint as PlanConstraint
from clamp.decoding.explain import Explanation as Explanation
from clamp.decoding.failure import Failure as Failure
from clamp.decoding.plan_format import PlanFormat as PlanFormat
from clamp.decoding.plan_format import Reasoning as Reasoning
from clamp.decoding.world import LEVELS as LEVELS
