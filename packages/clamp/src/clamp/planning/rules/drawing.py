"""Rules as pictures: the automaton of each, with its variables left open, in Graphviz's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clamp.errors import RuleError
from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Rule
from clamp.planning.rules.grounding import lifted
from clamp.planning.rules.ltlf import DEAD, Automaton, Branch, Decision, Ground, Lit, automaton

_TEMPORAL = frozenset(("X", "WX", "F", "G", "U", "R", "W", "M", "Y", "WY", "O", "H", "S", "last"))
_MOST_WAYS = 200
"""Most ways through a move that are written out."""


@dataclass(frozen=True)
class Sketch:
    """The automaton of a rule for objects of any kind.

    Attributes:
        propositions: What its letters stand for, as text.
    """

    rule: Rule
    automaton: Automaton
    propositions: tuple[str, ...]

    def dot(self, prefix: str) -> list[str]:
        """A cluster of a graph in DOT, in lines; the names of its nodes begin with a prefix."""
        machine = self.automaton
        name = {DEAD: f"{prefix}lost"} | {
            number: f"{prefix}s{number}" for number in range(len(machine.moves))
        }
        moves = [
            (f"{prefix}start", machine.start),
            *((name[i], move) for i, move in enumerate(machine.moves)),
        ]
        lines = [
            f"subgraph cluster_{prefix} {{",
            f"  label={_quoted(self._label())};",
            f'  {prefix}start [shape=point, label=""];',
        ]
        for number, accepting in enumerate(machine.accepting):
            shape = "doublecircle" if accepting else "circle"
            lines.append(f'  {name[number]} [shape={shape}, label="{number}"];')
        edges = [(source, target, guard) for source, move in moves for target, guard in self._guards(move)]
        if any(target == DEAD for _, target, _ in edges):
            lines.append(f'  {name[DEAD]} [shape=box, label="lost"];')
        for source, target, guard in edges:
            lines.append(f"  {source} -> {name[target]} [label={_quoted(guard)}];")
        return [*lines, "}"]

    def _label(self) -> str:
        said = (
            f"{self.rule.name}\n{' '.join(self.rule.text.split())}"
            if self.rule.name != self.rule.text
            else self.rule.text
        )
        return said + (f"\n{self.rule.because}" if self.rule.because else "")

    def _guards(self, move: Decision) -> list[tuple[int, str]]:
        """Each target of a move, and when it is reached."""
        ways: dict[int, list[list[str]]] = {}
        count = 0

        def walk(one: Decision, so_far: list[str]) -> None:
            nonlocal count
            if not isinstance(one, Branch):
                count += 1
                if count > _MOST_WAYS:
                    raise RuleError(f"The automaton of {self.rule.name!r} is too large to be drawn.")
                ways.setdefault(one, []).append(so_far)
                return
            name = self.propositions[one.number]
            walk(one.yes, [*so_far, name])
            walk(
                one.no,
                [*so_far, f"!{name}" if "=" not in name and " " not in name.split("(")[0] else f"!({name})"],
            )

        walk(move, [])
        return [
            (to, " | ".join(" & ".join(one) or "true" for one in found)) for to, found in sorted(ways.items())
        ]


def drawing(rules: Iterable[Rule]) -> str:
    """The automata of some rules as one graph in DOT, for Graphviz.

    The plan may end in double circles. ``lost`` is where the rule cannot be kept any more. The first move reads the
    initial state, each other one an action and the state after it.

    Raises:
        RuleError: If one cannot be drawn.
    """
    lines = ["digraph rules {", "  rankdir=LR; labelloc=t;"]
    for number, rule in enumerate(rules):
        lines += ["  " + line for line in sketch(rule).dot(f"r{number}_")]
    return "\n".join([*lines, "}"])


def sketch(rule: Rule) -> Sketch:
    """The automaton of a rule for objects of any kind: needs no problem, and knows none of its objects.

    Raises:
        RuleError: If something within it speaks of all or some objects over time, which depends on how many there
            are; or if it is too large.
    """
    body = rule.formula
    while isinstance(body, Quantified) and body.universal:
        body = body.body
    names: dict[str, int] = {}
    apart: dict[str, Proposition] = {}

    def atom(formula: Formula) -> Ground:
        if isinstance(formula, Quantified) and _speaks_of_time(formula.body):
            raise RuleError(
                f"The automaton of {rule.name!r} depends on how many objects there are: {formula} speaks of them over "
                "time. Only `forall` at the front of a rule can be left open."
            )
        name = str(formula)
        if isinstance(formula, Proposition) and formula.event:
            apart[name] = formula
        return Lit(names.setdefault(name, len(names)), True)

    ground = lifted(body, atom)
    exclusive = {
        names[one]: frozenset(names[other] for other in apart if _never_both(apart[one], apart[other]))
        for one in apart
    }
    try:
        made = automaton(ground, exclusive)
    except RuleError as error:
        raise RuleError(f"Rule {rule.name!r} is too large: {error}.") from None
    return Sketch(rule, made, tuple(names))


def _speaks_of_time(formula: Formula) -> bool:
    match formula:
        case Compound(operator, operands):
            return operator in _TEMPORAL or any(map(_speaks_of_time, operands))
        case Quantified():
            return _speaks_of_time(formula.body)
        case _:
            return False


def _never_both(one: Proposition, other: Proposition) -> bool:
    """Whether no action is both, whatever the variables stand for."""
    if ANY not in (one.name, other.name) and one.name != other.name:
        return True
    if one.args is None or other.args is None:
        return False
    if len(one.args) != len(other.args):
        return True
    fixed = [(a, b) for a, b in zip(one.args, other.args, strict=True) if ANY not in (a, b)]
    return any(a != b and "?" not in (a[0], b[0]) for a, b in fixed)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
