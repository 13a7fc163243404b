"""Temporal safety rules: LTL on finite traces over facts and actions, as a product with any system."""

from clamp.planning.rules.book import RuleBook as RuleBook
from clamp.planning.rules.formula import Rule as Rule
from clamp.planning.rules.judging import judge as judge
from clamp.planning.rules.ruled import Ruled as Ruled
from clamp.planning.rules.ruled import RuledState as RuledState
from clamp.planning.rules.ruled import with_rules as with_rules
