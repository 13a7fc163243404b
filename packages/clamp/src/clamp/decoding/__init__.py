"""Where text, tokens and planning meet: plan formats, the constraint, explanations, results."""

from clamp.decoding.constraint import Constraint as Constraint
from clamp.decoding.diagnosis import Explanation as Explanation
from clamp.decoding.diagnosis import Failure as Failure
from clamp.decoding.formats import PlanFormat as PlanFormat
from clamp.decoding.formats import Reasoning as Reasoning
from clamp.decoding.plans import Cursor as Cursor
from clamp.decoding.plans import PlanConstraint as PlanConstraint
from clamp.decoding.world import LEVELS as LEVELS
