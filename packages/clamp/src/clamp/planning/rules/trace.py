"""What rules mean, said directly: the value of a formula at a position of a finite trace.

Slow and plain on purpose, and without automata: the certificate of a plan and the tests are decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Rule, Same, named
from clamp.planning.system import Action, Position, Validation

Objects = Callable[[str], Sequence[str]]


def keeps(rule: Rule, trace: Sequence[Position], objects: Objects) -> bool:
    """Whether a trace keeps a rule.

    Args:
        trace: At least one position.
        objects: The objects of each type.
    """
    return TraceReading(trace, objects).holds(rule.formula, 0, ())


def asked(rule: Rule, trace: Sequence[Position], objects: Objects) -> bool:
    """Whether a trace gives a rule anything to say: a rule that is kept and was not asked is kept vacuously.

    A rule is asked where what stands before its ``->`` comes true, or what an order (``!b W a``) puts second;
    a rule without a condition always is.
    """
    return TraceReading(trace, objects).asked(rule.formula, 0, ())


def broken_for(rule: Rule, trace: Sequence[Position], objects: Objects) -> Iterator[dict[str, str]]:
    """The objects for which a trace breaks a rule that is to hold for all; nothing if it is not such a rule."""
    formula = rule.formula
    if isinstance(formula, Quantified) and formula.universal:
        reading = TraceReading(trace, objects)
        for binding in reading.bindings(formula.variables, ()):
            if not reading.holds(formula.body, 0, binding):
                yield dict(binding)


def ruled_verdict(verdict: Validation, rules: Sequence[Rule], kept: Sequence[bool]) -> Validation:
    """What a validator says of a plan that can be executed, and whether it keeps some rules."""
    broken = [rule for rule, one in zip(rules, kept, strict=True) if not one]
    if broken:
        missed = f"{verdict.reason} " if verdict.reason else ""
        return Validation(False, None, f"{missed}The plan breaks {named(broken)}.", verdict.has_goal)
    read = sum(rule.read_by_model for rule in rules)
    return replace(verdict, rules=len(rules), read_by_model=read) if verdict.valid else verdict


class TraceReading:
    """A trace, and what is known of it; bindings are sorted pairs (variable, object)."""

    def __init__(self, trace: Sequence[Position], objects: Objects):
        self._trace = trace
        self._objects = objects
        self._known: dict[tuple[int, int, tuple[tuple[str, str], ...]], bool] = {}

    def holds(self, formula: Formula, at: int, binding: tuple[tuple[str, str], ...]) -> bool:
        key = (id(formula), at, binding)
        if key not in self._known:
            self._known[key] = self._holds(formula, at, binding)
        return self._known[key]

    def _holds(self, formula: Formula, at: int, binding: tuple[tuple[str, str], ...]) -> bool:
        match formula:
            case Proposition():
                return self._proposition(formula, at, dict(binding))
            case Same(left, right):
                names = dict(binding)
                return names.get(left, left) == names.get(right, right)
            case Quantified(universal, variables, body):
                values = (self.holds(body, at, wider) for wider in self.bindings(variables, binding))
                return all(values) if universal else any(values)
            case Compound(operator, operands):
                return self._compound(operator, [self._reading(one, binding) for one in operands], at)

    def asked(self, formula: Formula, at: int, binding: tuple[tuple[str, str], ...]) -> bool:
        """See `asked`; at one position."""
        later = range(at, len(self._trace))
        match formula:
            case Quantified(True, variables, body):
                return any(self.asked(body, at, wider) for wider in self.bindings(variables, binding))
            case Compound("&", operands):
                return any(self.asked(one, at, binding) for one in operands)
            case Compound("G", (body,)):
                return any(self.asked(body, i, binding) for i in later)
            case Compound("X" | "WX", (body,)):
                return at + 1 < len(self._trace) and self.asked(body, at + 1, binding)
            case Compound("->", (when, then)):
                return self.holds(when, at, binding) and self.asked(then, at, binding)
            case Compound("|"):
                parts = list(_alternatives(formula))
                when = [one.operands[0] for one in parts if isinstance(one, Compound) and one.operator == "!"]
                if not when or len(when) == len(parts):
                    return True
                return all(self.holds(one, at, binding) for one in when)
            case Compound("W", (Compound("!", (second,)), _)) | Compound("R", (_, Compound("!", (second,)))):
                return any(self.holds(second, i, binding) for i in later)
            case _:
                return True

    def _reading(self, formula: Formula, binding: tuple[tuple[str, str], ...]) -> Callable[[int], bool]:
        return lambda at: self.holds(formula, at, binding)

    def bindings(
        self, variables: Sequence[tuple[str, str]], binding: tuple[tuple[str, str], ...]
    ) -> Iterator[tuple[tuple[str, str], ...]]:
        for chosen in product(*(self._objects(kind) for _, kind in variables)):
            names = [name for name, _ in variables]
            yield tuple(sorted({**dict(binding), **dict(zip(names, chosen, strict=True))}.items()))

    def _proposition(self, given: Proposition, at: int, binding: Mapping[str, str]) -> bool:
        holds, action = self._trace[at]
        args = None if given.args is None else [binding.get(one, one) for one in given.args]
        if given.event:
            return action is not None and _is(action, given.name, args)
        choices = [self._objects("object") if one == ANY else [one] for one in args or ()]
        return any(holds(given.name, tuple(chosen)) for chosen in product(*choices))

    def _compound(self, operator: str, operands: Sequence[Callable[[int], bool]], at: int) -> bool:
        later, earlier = range(at, len(self._trace)), range(at + 1)
        is_last = at == len(self._trace) - 1
        match operator, *operands:
            case ("true",):
                return True
            case ("false",):
                return False
            case ("last",):
                return is_last
            case "!", a:
                return not a(at)
            case "&", a, b:
                return a(at) and b(at)
            case "|", a, b:
                return a(at) or b(at)
            case "->", a, b:
                return not a(at) or b(at)
            case "<->", a, b:
                return a(at) == b(at)
            case "X", a:
                return not is_last and a(at + 1)
            case "WX", a:
                return is_last or a(at + 1)
            case "F", a:
                return any(a(i) for i in later)
            case "G", a:
                return all(a(i) for i in later)
            case "U", a, b:
                return any(b(i) and all(a(j) for j in range(at, i)) for i in later)
            case "W", a, b:
                until = any(b(i) and all(a(j) for j in range(at, i)) for i in later)
                return until or all(a(i) for i in later)
            case "R", a, b:
                return all(b(i) or any(a(j) for j in range(at, i)) for i in later)
            case "M", a, b:
                return any(a(i) and all(b(j) for j in range(at, i + 1)) for i in later)
            case "Y", a:
                return at > 0 and a(at - 1)
            case "WY", a:
                return at == 0 or a(at - 1)
            case "O", a:
                return any(a(i) for i in earlier)
            case "H", a:
                return all(a(i) for i in earlier)
            case "S", a, b:
                return any(b(i) and all(a(j) for j in range(i + 1, at + 1)) for i in earlier)
            case _:
                raise AssertionError(f"there is no operator {operator!r} with {len(operands)} operands")


def _alternatives(formula: Formula) -> Iterator[Formula]:
    match formula:
        case Compound("|", operands):
            for one in operands:
                yield from _alternatives(one)
        case _:
            yield formula


def _is(action: Action, name: str, args: Sequence[str] | None) -> bool:
    if name not in (ANY, action.name):
        return False
    if args is None:
        return True
    return len(args) == len(action.args) and all(
        one in (ANY, other) for one, other in zip(args, action.args, strict=True)
    )
