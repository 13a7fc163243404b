"""Which rule a statement is: what is asked for, and when, put together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lark import Token, Tree

from clamp.planning.rules.book import MAX_COUNT, at_most, one_of_next, response, within
from clamp.planning.rules.formula import Compound, Formula, Proposition
from clamp.words.formulas import all_, not_, occurrences, op, some_
from clamp.words.reading import (
    Act,
    Bound,
    Node,
    Phrase,
    Sense,
    Unread,
    number_of,
    only_act,
    thing_of,
    tokens_of,
    trees_of,
)


@dataclass
class _When:
    """A condition of a statement: its kind, and what it is about."""

    kind: str
    node: Node
    soon: bool = False


_FINAL = Compound("last")


def _always(one: Formula) -> Formula:
    return op("G", one)


def _finally(one: Formula) -> Formula:
    return op("G", op("->", _FINAL, one))


def _yesterday(one: Formula) -> Formula:
    return op("Y", one)


class Statement(Sense):
    """One statement; `rule` is what it asks for."""

    _subject: Bound | None = None

    def rule(self) -> Formula:
        """The rule in this sense.

        Raises:
            Unread: If it has none.
        """
        self.bind_all()
        core: Node | None = None
        whens: list[_When] = []
        afterwards = False
        for child in trees_of(self._node):
            if child.data == "then" and core is None and not whens:
                afterwards = True
            if child.data in FRONTS:
                continue
            if child.data == "afterwards":
                afterwards = True
            elif child.data == "after_it":
                return self._done_after(trees_of(self._node)[0])
            elif child.data in CONDITIONS:
                whens.append(self._when(child))
            else:
                core = child
        assert core is not None
        several = any(True for name in ("and_acts", "or_acts") for _ in self._node.find_data(name))
        if several and any(bound.where for bound in self.bounds):
            raise Unread("it is not clear how far what is said of a thing reaches among several acts")
        afterwards = afterwards or any(one.kind == "after_that" for one in whens)
        formula = self._rule(core, [one for one in whens if one.kind not in _NOTHING], afterwards)
        self.all_heeded()
        return self.closed(formula)

    def _done_after(self, core: Node) -> Formula:
        """*… and seal it afterwards*: after what the statement before is about."""
        phrase = self.phrase(next(one for one in trees_of(core) if str(one.data).startswith("doing")))
        if self._earlier is None or phrase.joined == "or":
            raise Unread("it is not clear after what")
        return all_([response(self._earlier, self.scoped(one.formula, "do")) for one in phrase.acts])

    def _when(self, node: Node) -> _When:
        if str(node.data).endswith("_such"):  # once opened, a hatch …
            kind = str(node.data).removesuffix("_such")
            return _When("only_if" if kind == "only" else kind, Tree(kind, [Tree("so", trees_of(node))]))
        if node.data == "before_same":  # … before the oven
            return _When("before", Tree("before", [Tree("same", [thing_of(node)])]))
        soon = any(one.data == "soon" for one in trees_of(node))
        return _When(str(node.data), node, soon)

    # -- the parts

    def _rule(self, core: Node, whens: list[_When], afterwards: bool) -> Formula:
        self._core = core
        if self._said_again(core) and not any(one.kind == "again" for one in whens):
            whens = [*whens, _When("again", core)]
        whens = self._excused(core, whens)
        if core.data in ("sequence", "in_order"):
            if whens or afterwards:
                raise Unread("an order of several acts with a further condition")
            return self._sequence(core)
        if core.data in ("do_first", "do_last", "do_next"):
            return self._ranked(core, whens, afterwards)
        if core.data == "requires":
            return self._required(core, whens, afterwards)
        if core.data in ("only_then_be", "only_then_do"):
            return self._only_then(core, whens, afterwards)
        if core.data in ("leave_be", "leave_there"):
            return self._left_alone(core, whens, afterwards)
        mixed = next(
            (one for one in core.iter_subtrees() if one.data in ("or_and_acts", "and_or_acts")), None
        )
        if core.data == "do" and mixed is not None:
            if whens or afterwards:
                raise Unread("it is not clear how far *and* and *or* reach")
            return self._mixed(mixed)
        if core.data in ("do", "never"):
            node = next(one for one in trees_of(core) if str(one.data).startswith("doing"))
            phrase = self.phrase(node)
            self._subject = self._spoken_of_first(phrase)
            if afterwards:
                return self._afterwards(core, phrase, whens)
            if core.data == "never":
                if self.only:
                    raise Unread("it is not clear what *only* leaves out")
                return self._never(phrase, whens)
            denied = [
                bound for act in phrase.acts for bound in self._free(act.formula) if bound.quantity == "no"
            ]
            for bound in denied:  # activate no pump
                bound.quantity = "any"
            if self.only or denied:
                return self._never(phrase, whens)
            return self._do(phrase, whens)
        if afterwards:
            raise Unread("it is not clear from when on that is asked for")
        if core.data in ("only_do", "only_doing", "may_do", "may_doing"):
            return self._only(core, whens)
        if core.data in ("only_may_be", "may_be_only"):
            return self._only_state(core, whens)
        if core.data in ("agent_must", "agent_must_not", "agent_base", "agent_must_not_base", "keep_agent"):
            return self._agent(core, whens)
        return self._state(core, whens)

    def _said_again(self, core: Node) -> bool:
        """Whether a verb of the core says that it is done again: *relock*."""
        return any(
            self._lexicon.repeats(" ".join(str(token).split()))
            for token in core.scan_values(lambda one: isinstance(one, Token) and one.type[:1] == "V")
        )

    def _spoken_of_first(self, phrase: Phrase) -> Bound | None:
        """The thing to which something is done, of which *once opened* speaks."""
        terms = phrase.acts[0].terms[:1]
        return next((one for one in self.bounds for term in terms if one.term is term), None)

    def _excused(self, core: Node, whens: list[_When]) -> list[_When]:
        """*unless* beside another condition: then the rule is about what is not so excepted."""
        excuses = [one for one in whens if one.kind == "unless"]
        others = [
            one
            for one in whens
            if one.kind in ("when", "while", "once", "after", "as_soon", "whatever", "before")
        ]
        if len(excuses) != 1 or not others or core.data == "never":
            return whens
        kind, formula, _ = self._situation(self._about(excuses[0]))
        if kind != "state":
            raise Unread("it is not clear when the exception is one")
        self._guards.append(not_(self.scoped(formula, "need", event=False)))
        return [one for one in whens if one not in excuses]

    def _ranked(self, core: Node, whens: list[_When], afterwards: bool) -> Formula:
        """The first thing, the next, or the last."""
        phrase = self.phrase(next(one for one in trees_of(core) if str(one.data).startswith("doing")))
        if len(phrase.acts) > 1 or afterwards:
            raise Unread("no two things are done at once")
        if core.data == "do_next":
            return self._do(phrase, [*whens, _When("soon", core)])
        if whens:
            raise Unread("it has more than one condition")
        what = self.scoped(phrase.acts[0].formula, "do")
        return op("X", what) if core.data == "do_first" else op("F", all_([_FINAL, what]))

    def _required(self, core: Node, whens: list[_When], afterwards: bool) -> Formula:
        """*Draining it requires that it is cold*."""
        if whens or afterwards:
            raise Unread("it has more than one condition")
        doing, need = trees_of(core)[0], trees_of(core)[-1]
        phrase = self.phrase(doing)
        what = self.scoped(some_([one.formula for one in phrase.acts]), "never")
        return self._only_after(what, self._needed(need))

    def _only_then(self, core: Node, whens: list[_When], afterwards: bool) -> Formula:
        """*Only once it is cold may it be drained*."""
        if whens or afterwards:
            raise Unread("it has more than one condition")
        need = next(one for one in trees_of(core) if one.data in _EVENTUALITIES)
        if core.data == "only_then_be":
            return self._allowed(self.bound_of(thing_of(core)), trees_of(core)[-1], need)
        phrase = self.phrase(next(one for one in trees_of(core) if str(one.data).startswith("doing")))
        what = self.scoped(some_([one.formula for one in phrase.acts]), "never")
        return self._only_after(what, self._needed(need))

    def _left_alone(self, core: Node, whens: list[_When], afterwards: bool) -> Formula:
        """*Leave it alone*: nothing is done with it; *leave it where it is*: it is not taken away."""
        if afterwards:
            raise Unread("it is not clear from when on that is asked for")
        bound = self.bound_of(thing_of(core))
        if core.data == "leave_be":
            act = self.touched(bound)
        else:
            places = [("", bound.term)]
            found = [one for verb in ("pick up", "take", "move", "push") if verb in self._lexicon.all_verbs
                     for one in self._w.event(verb, places)]  # fmt: skip
            if not found:
                raise Unread("that is nothing that is taken away")
            act = Act(some_(list({str(one): one for one in found}.values())), "take", [bound.term])
        return self._forbidden(self.scoped(act.formula, "never"), whens, Phrase([act]))

    def _mixed(self, node: Node) -> Formula:
        """*A or B and C*, which is told as both."""
        parts: list[Formula] = []
        for one in trees_of(node):
            phrase = self.phrase(one)
            if len(phrase.acts) > 1:
                raise Unread("it is not clear how far *and* and *or* reach")
            parts.append(op("F", self.scoped(phrase.acts[0].formula, "do")))
        first, second, third = parts
        left = self._choose(["to the left", "to the right"]) == "to the left"
        if node.data == "or_and_acts":
            return all_([some_([first, second]), third]) if left else some_([first, all_([second, third])])
        return some_([all_([first, second]), third]) if left else all_([first, some_([second, third])])

    def _afterwards(self, core: Node, phrase: Phrase, whens: list[_When]) -> Formula:
        """*Drain the tank. Never open the hatch after that*: what a statement says of one before it."""
        if self._earlier is None or whens:
            raise Unread("it is not clear after what")
        if core.data == "never":
            return _always(op("->", self._earlier, op("WX", _always(not_(self._event(phrase, "never"))))))
        return op("F", all_([self._earlier, op("X", op("F", self._event(phrase, "do")))]))

    def _event(self, phrase: Phrase, context: str) -> Formula:
        """Something of a phrase happens."""
        if phrase.joined == "and" and len(phrase.acts) > 1:
            raise Unread("it is not clear whether it means each of several acts, or all of them")
        return self.scoped(some_([one.formula for one in phrase.acts]), context)

    def _some_time(self, act: Act) -> Formula:
        """An act is done some time; where things are counted, to each of them at a time of its own."""
        if any(bound.quantity == "count" for bound in self._free(act.formula)):
            return self.scoped(op("F", act.formula), "do", event=False)
        return op("F", self.scoped(act.formula, "do"))

    def _spoken_of(self, formula: Formula) -> list[Bound]:
        """The things of which a formula speaks that are no single ones."""
        return [one for one in self.bounds if one.term.is_variable and occurrences(formula, one.symbol)]

    def _each(self, phrase: Phrase) -> list[Act]:
        if phrase.joined == "or":
            raise Unread("it offers a choice")
        for act in phrase.acts:
            if not act.terms and isinstance(act.formula, Proposition) and act.formula.args != ():
                raise Unread(f"it does not say what to {act.verb}")
        return phrase.acts

    # -- conditions

    def _situation(
        self, node: Node, event: Literal["rather", "if no state", "never"] = "never"
    ) -> tuple[Literal["event", "state"], Formula, Phrase | None]:
        """What an eventuality is: something that happens, or something that is the case; quantifiers not yet in place.

        Args:
            event: Whether *is closed* is that it is being closed: rather than the state, if the domain has no word for
                such a state, or never.
        """
        if node.data in ("has_stopped", "stops"):  # once the belt has stopped
            token = next(one for one in node.children if isinstance(one, Token))
            kind = {"has_stopped": "has_been", "stops": "is_done"}[str(node.data)]
            node = Tree(kind, [thing_of(node), Tree("adjective", [token])])
            if self.passive(self.bound_of(thing_of(node)), trees_of(node)[-1]) is None:
                raise Unread("that is nothing that happens by itself")
        if node.data == "so":
            if self._subject is None:
                raise Unread("it is not clear what is to be so")
            done = self.passive(self._subject, trees_of(node)[0])
            if done is not None and not self.is_pure_adjective(self._subject, trees_of(node)[0]):
                return "event", done.formula, Phrase([done])
            if done is not None and event == "rather":
                return "event", done.formula, Phrase([done])
            return "state", self.state(self._subject, trees_of(node)[0]), None
        if node.data == "same":
            act = self._the_same(self.bound_of(thing_of(node)))
            return "event", act.formula, Phrase([act])
        if node.data == "is_so" and event != "never":
            bound, inner = self.bound_of(thing_of(node)), trees_of(node)[-1]
            act = self.passive(bound, inner)
            if act is not None and (event == "rather" or not self.is_pure_adjective(bound, inner)):
                return "event", act.formula, Phrase([act])
        match node.data:
            case "happens" | "has_happened":
                phrase = self.phrase(next(one for one in trees_of(node) if str(one.data).startswith("doing")))
                return "event", some_([one.formula for one in phrase.acts]), phrase
            case "is_so":
                bound = self.bound_of(thing_of(node))
                return "state", self.state(bound, trees_of(node)[-1]), None
            case "is_done":
                bound = self.bound_of(thing_of(node))
                either = next(
                    (one for one in trees_of(node) if one.data in ("predicate_or", "predicate_and")), None
                )
                if either is not None:  # is being heated or drained
                    done = [self.passive(bound, one) for one in trees_of(either)]
                    acts = [one for one in done if one is not None]
                    if either.data == "predicate_and" or len(acts) < len(done):
                        raise Unread("it is not clear whether that is done, or is so")
                    return "event", some_([one.formula for one in acts]), Phrase(acts, "or")
                act = self.passive(bound, trees_of(node)[-1])
                if act is None:
                    return "state", self.state(bound, trees_of(node)[-1]), None
                return "event", act.formula, Phrase([act])
            case "has_been":
                bound = self.bound_of(thing_of(node))
                act = self.passive(bound, trees_of(node)[-1])
                if act is None:
                    inner = trees_of(node)[-1]
                    lasting = inner.data in (
                        "predicate_and",
                        "predicate_or",
                    )  # has been closed and locked: is so now
                    state = self.state(bound, inner)
                    return "state", state if lasting else op("O", state), None
                return "event", act.formula, Phrase([act])
            case "being" | "having_been":
                if self._subject is None:
                    raise Unread("it is not clear what is done to what")
                act = self.passive(self._subject, trees_of(node)[-1])
                if act is None:
                    raise Unread("it is not clear what is done to what")
                return "event", act.formula, Phrase([act])
            case "agent_is":
                return "state", self.agent_state(trees_of(node)[-1]), None
            case "agent_holds" | "agent_holds_not":
                word = self._lexicon.stative(tokens_of(trees_of(node, "stative_base")[0])[0])
                found = list(self._w.doing(word, self.bound_of(thing_of(node)).term))
                if not found:
                    raise Unread("that is nothing that the robot can be known to be at")
                held = self._choose(found)
                return "state", held if node.data == "agent_holds" else self.denied(held), None
            case "agent_is_not":
                return "state", self.denied(self.agent_state(trees_of(node)[-1])), None
            case "has_gone" | "has_not_gone":
                place = self.bound_of(thing_of(node)).term
                found = list(self._w.event("go", [(tokens_of(node, "PREP")[0], place)]))
                if not found:
                    raise Unread("that is nowhere to be")
                gone = self._choose(found)
                if node.data == "has_not_gone":
                    return "state", not_(op("O", self.scoped(gone, "if"))), None
                return "event", gone, Phrase([Act(gone, "go", [place])])
            case "has_not_happened" | "has_not_been":
                if node.data == "has_not_been":
                    act = self.passive(self.bound_of(thing_of(node)), trees_of(node)[-1])
                    if act is None:
                        raise Unread("it is not clear what has not been")
                    return "state", not_(op("O", act.formula)), None
                phrase = self.phrase(next(one for one in trees_of(node) if str(one.data).startswith("doing")))
                return "state", not_(op("O", self._event(phrase, "if"))), None
            case _:
                raise Unread("it is not clear what the condition is")

    def _the_same(self, bound: Bound) -> Act:
        """What the statement says is done, done to another thing."""
        if self._core.data in ("do", "never"):
            doing = next(one for one in trees_of(self._core) if str(one.data).startswith("doing"))
            act = only_act(doing)
            if act is None or act.data != "act":
                raise Unread("it is not clear what is done to that")
            places = trees_of(act, "place")
            if not trees_of(act, "object") and len(places) == 1:  # go to the sink before the table
                preposition = tokens_of(places[0], "PREP")[0]
                verb = next(one for one in act.children if isinstance(one, Token))
                verbs = self._lexicon.verbs_of(verb.type, " ".join(str(verb).split()))
                found = [one for each in verbs for one in self._w.event(each, [(preposition, bound.term)])]
                return Act(
                    self._choose(list({str(one): one for one in found}.values())), verbs[0], [bound.term]
                )
            if len(trees_of(act, "object")) != 1:
                raise Unread("it is not clear what is done to that")
            kept = [one for one in act.children if not (isinstance(one, Tree) and one.data == "object")]
            return self.act(Tree("act", kept), bound)
        if self._core.data in ("goes", "goes_not", "goes_may"):
            return self._put_there(bound, trees_of(self._core)[-1])
        act = self.passive(bound, trees_of(self._core)[-1])
        if act is None:
            raise Unread("it is not clear what is done to that")
        return act

    def _put_there(self, bound: Bound, place: Node) -> Act:
        """*goes into the fridge*: is put there."""
        for word in ("put", "placed", "put down", "loaded", "pushed", "moved"):
            act = self.passive(bound, Tree("adjective", [Token("VDONE", word), place]))
            if act is not None:
                return act
        raise Unread("that is nowhere that it can be put")

    def _needed(self, node: Node, *, letter: bool = False) -> Formula:
        """What must be the case before something is done, as a formula of the state before it.

        Args:
            letter: What was done some time before is enough, whatever has become of it.
        """
        if node.data in ("both", "either"):
            parts = [self._needed(one, letter=letter) for one in trees_of(node)]
            return all_(parts) if node.data == "both" else some_(parts)
        kind, formula, phrase = self._situation(node, "if no state" if self._letter else "never")
        if kind == "state":
            return self.scoped(formula, "need", event=False)
        assert phrase is not None
        parts: list[Formula] = []
        for act in phrase.acts:
            effect = None if self._letter or letter else self._w.effect(act.formula, act.terms)
            was = op("O", act.formula)
            perfect = node.data in ("has_been", "is_done")
            if effect is None:
                need: Formula = was
            elif perfect and self._is_pure(node):
                need = effect
            else:
                need = all_([was, effect])
            parts.append(self.scoped(need, "need", event=False))
        return some_(parts) if phrase.joined == "or" else all_(parts)

    def _is_pure(self, node: Node) -> bool:
        """Whether there is a word for what a participle says: *has been closed*, but not *has been rinsed*."""
        return self.is_pure_adjective(self.bound_of(thing_of(node)), trees_of(node)[-1])

    def _trigger(
        self, node: Node, event: Literal["rather", "if no state", "never"] = "never"
    ) -> tuple[Formula, bool]:
        """When: a formula, and whether it is something that happens."""
        if node.data == "either":
            both = [self._trigger(one) for one in trees_of(node)]
            if len({event for _, event in both}) > 1:
                raise Unread("it names an act and a state in one condition")
            return some_([one for one, _ in both]), both[0][1]
        if node.data == "both":
            both = [self._trigger(one) for one in trees_of(node)]
            if any(event for _, event in both):
                raise Unread("it is not clear when two things happen together")
            return all_([one for one, _ in both]), False
        kind, formula, phrase = self._situation(node, event)
        if kind == "event" and phrase is not None and phrase.joined == "and" and len(phrase.acts) > 1:
            raise Unread("it is not clear after which of several acts")
        happens = kind == "event"
        if (
            happens
            and node.data in ("has_happened", "has_been")
            and any(one.quantity == "plural" and one.term.is_variable for one in self._free(formula))
        ):
            raise Unread("it is not clear whether it means after each of them, or after all")
        return self.guarded(self.scoped(formula, "if", happens), happens), happens

    def _about(self, when: _When) -> Node:
        return next(one for one in trees_of(when.node) if one.data in _EVENTUALITIES)

    # -- never

    def _never(self, phrase: Phrase, whens: list[_When]) -> Formula:
        if phrase.joined == "and" and len(phrase.acts) > 1:
            if whens:
                raise Unread(
                    "it is not clear whether it forbids each of several acts, or all of them together"
                )
            meant = self._choose(["each", "both", "the first"])
            if meant == "the first" and phrase.joined == "and":  # never heat it, and drain it
                first, *rest = phrase.acts
                forbidden = _always(not_(self.scoped(first.formula, "never")))
                return all_([forbidden, *(op("F", self.scoped(one.formula, "do")) for one in rest)])
            if meant == "both":
                return not_(all_([op("F", self.scoped(one.formula, "do")) for one in phrase.acts]))
        counted = any(one.kind == "times" for one in whens)
        acts = [one.formula if one.begins is None else one.begins for one in phrase.acts]
        what = self.scoped(some_(acts), "limit" if counted else "never")
        if self._total:
            if whens:
                raise Unread("it is not clear whether it forbids each, or all")
            return not_(what)
        return self._forbidden(what, whens, phrase)

    def _forbidden(self, what: Formula, whens: list[_When], phrase: Phrase | None) -> Formula:
        """Never an event, under conditions."""
        if any(one.kind == "first" for one in whens) and not any(one.kind in _NEEDS for one in whens):
            raise Unread("it is not clear before what it is not to be done first")
        if any(one.kind in ("together", "later") for one in whens):
            raise Unread("it is not clear when that is forbidden")
        first = any(one.kind == "first" for one in whens)
        whens = [one for one in whens if one.kind not in ("always", "first")]
        again = any(one.kind == "again" for one in whens)
        whens = [one for one in whens if one.kind != "again"]
        row = any(one.kind == "in_a_row" for one in whens)
        whens = [one for one in whens if one.kind != "in_a_row"]
        states = [one for one in whens if self._is_state_condition(one)]
        others = [one for one in whens if one not in states]
        for one in states[:-1] if not others else states:
            formula, _ = self._trigger(self._about(one))
            self._guards.append(formula)
        main = others[0] if others else states[-1] if states else None
        if row and (main is None or main.kind != "times"):
            raise Unread("it is not clear what is not to be done in a row")
        if len(others) > 1:
            raise Unread("it has more than one condition")
        if main is None:
            if again:
                raise Unread("it is not clear after what it is not to be done again")
            return _always(not_(self.guarded(what, True)))
        node = main.node
        match main.kind:
            case "before" | "until" | "unless" | "without_having" | "without_first" | "only_if":
                return self._only_after(what, self._need_of(main))
            case "without_bare":
                term = self.bound_of(thing_of(node)).term
                found = [one for word in self._w.statives for one in self._w.doing(word, term)]
                if not found:
                    raise Unread("it is not clear what it is to be without that")
                return self._only_after(what, self.scoped(self._choose(found), "need", event=False))
            case "without":
                about = self._about(main)
                either = self._is_act(about) and not first and not self._goes(about)
                if either and self._choose(["before", "after"]) == "after":
                    then, _ = self._later_event(about)
                    return response(self.guarded(what, True), then)
                return self._only_after(what, self._need_of(main))
            case "without_small" | "with_small":
                bound = self.bound_of(thing_of(node))
                small = self.scoped(
                    self.state(bound, trees_of(node)[-1]),
                    "need" if main.kind == "without_small" else "if",
                    event=False,
                )
                if main.kind == "with_small":
                    return _always(not_(all_([self.guarded(what, True), _yesterday(small)])))
                return self._only_after(what, small)
            case "while" | "when" | "once" | "after" | "as_soon" | "whatever":
                when, event = self._trigger_of(main)
                if not event:
                    return _always(not_(all_([self.guarded(what, True), _yesterday(when)])))
                if main.kind == "while" and not any(one.data == "iffy" for one in trees_of(node)):
                    raise Unread("no two things are done at once")
                if main.soon or main.kind == "as_soon":
                    return _always(op("->", when, op("WX", not_(what))))
                if (
                    main.kind == "when"
                    and not again
                    and self._choose(["ever after", "right then"]) == "right then"
                ):
                    return _always(op("->", when, op("WX", not_(what))))
                return _always(op("->", when, op("WX", _always(not_(what)))))
            case "window_after":
                when, event = self._trigger(self._about(main), "rather")
                if not event:
                    raise Unread("it counts steps from a state")
                number = self._window(node)
                return _always(op("->", when, not_(one_of_next(what, number))))
            case "times":
                times = trees_of(node)[0]
                number = self._count_of(times)
                if row:
                    if times.data != "plain_count" or number < 2:
                        raise Unread("it is not clear how often that is forbidden")
                    again = what
                    for _ in range(number - 1):
                        again = all_([what, op("X", again)])
                    return _always(not_(again))
                if times.data == "more_than":
                    return at_most(number, what)
                if times.data in ("plain_count",) and number > 1:
                    return at_most(number - 1, what)
                raise Unread("it is not clear how often that is forbidden")
            case "at_end":
                effect = (
                    None
                    if phrase is None or len(phrase.acts) > 1
                    else self._w.effect(phrase.acts[0].formula, phrase.acts[0].terms)
                )
                if effect is None:
                    raise Unread("it is not clear what the end of the plan has to do with it")
                return _finally(not_(effect))
            case _:
                raise Unread(_odd(main))

    def _only_after(self, what: Formula, need: Formula) -> Formula:
        return _always(op("->", self.guarded(what, True), _yesterday(need)))

    def _need_of(self, main: _When) -> Formula:
        if main.kind == "before_anything":
            raise Unread("it is not clear before what")
        about = next(
            (
                one
                for one in trees_of(main.node)
                if one.data in _EVENTUALITIES or str(one.data).startswith("doing")
            ),
            None,
        )
        assert about is not None
        if str(about.data).startswith("doing"):
            phrase = self.phrase(about)
            parts: list[Formula] = []
            for act in phrase.acts:
                effect = None if self._letter else self._w.effect(act.formula, act.terms)
                was = op("O", act.formula)
                parts.append(
                    self.scoped(
                        was if effect is None else all_([was, effect]),
                        "need",
                        event=False,
                    )
                )
            return some_(parts) if phrase.joined == "or" else all_(parts)
        if about.data in ("being", "having_been"):
            if self._subject is None:
                raise Unread("it is not clear what is done to what")
            return self.scoped(self.state(self._subject, trees_of(about)[-1]), "need", event=False)
        return self._needed(about)

    def _goes(self, node: Node) -> bool:
        """Whether an act is to go somewhere: that is before what happens there."""
        _, _, phrase = self._situation(node, "rather")
        return phrase is not None and all(one.verb in _GOING for one in phrase.acts)

    def _is_act(self, node: Node) -> bool:
        return node.data in ("happens", "is_done")

    def _later_event(self, node: Node) -> tuple[Formula, bool]:
        kind, formula, phrase = self._situation(node, "rather")
        if kind != "event" or phrase is None or len(phrase.acts) > 1:
            raise Unread("it is not clear what is done later")
        return self.scoped(formula, "do"), True

    def _is_state_condition(self, when: _When) -> bool:
        return when.kind in ("while", "when") and self._about(when).data in (
            "is_so",
            "agent_is",
            "agent_is_not",
            "agent_holds",
            "agent_holds_not",
            "has_not_gone",
            "has_not_been",
            "has_not_happened",
        )

    def _trigger_of(self, when: _When, *, event: bool = False) -> tuple[Formula, bool]:
        if when.kind == "whatever":
            bound = self.bound_of(when.node)
            done = self.act(next(when.node.find_data("act_gap")), bound).formula
            return self.guarded(self.scoped(done, "if"), True), True
        about = self._about(when)
        if event or when.kind in ("after", "once", "as_soon", "before"):
            return self._trigger(about, "rather")
        if about.data == "is_so" and (
            when.kind == "when" or any(one.data == "iffy" for one in trees_of(when.node))
        ):
            bound, inner = self.bound_of(thing_of(about)), trees_of(about)[-1]
            if self.passive(bound, inner) is not None and not self.is_pure_adjective(bound, inner):
                return self._trigger(about, self._choose(["if no state", "never"]))  # *when it is heated*
        return self._trigger(about)

    # -- do

    def _do(self, phrase: Phrase, whens: list[_When]) -> Formula:
        after = len(whens) > 1 and any(
            one.kind == "later" and tokens_of(one.node) == ["after"] for one in whens
        )
        if after and self._choose(["some time after", "right after"]) == "right after":
            whens.append(_When("soon", whens[0].node))
        whens = [one for one in whens if one.kind != "later"]
        if len(whens) > 1:
            whens = [one for one in whens if one.kind != "in_the_end"]
        if phrase.joined == "or" and len(phrase.acts) > 1 and not whens:
            return some_([op("F", self.scoped(one.formula, "do")) for one in phrase.acts])
        soon = any(one.kind == "soon" for one in whens)
        if len(whens) > 1 and any(
            one.kind == "before_anything" for one in whens
        ):  # if you open it, close it before …
            whens = [one for one in whens if one.kind != "before_anything"]
            soon = True
        first = any(one.kind == "first" for one in whens)
        windows = [one for one in whens if one.kind == "window"]
        again = any(one.kind == "again" for one in whens)
        never_too = [one for one in whens if one.kind == "without"]
        rest = [one for one in whens if one.kind not in ("soon", "first", "window", "again", "without")]
        if len(rest) == 2 and rest[-1].kind == "before" and self._is_state_condition(rest[0]):
            rest = rest[::-1]
        if len(rest) == 2 and rest[0].kind == "before" and self._is_state_condition(rest[1]):
            formula, _ = self._trigger(self._about(rest[1]))  # if it is hot, cool it before opening the valve
            self._guards.append(formula)
            rest = rest[:1]
        if len(rest) == 2 and {one.kind for one in rest} == {"times", "before"} and len(phrase.acts) == 1:
            return self._times_before(phrase.acts[0], *sorted(rest, key=lambda one: one.kind))
        if (
            len(rest) == 2
            and rest[1].kind == "before"
            and rest[0].kind in ("when", "while", "once", "after", "whatever")
        ):
            return self._in_between(phrase, *rest)
        if len(rest) > 1 or len(windows) > 1 or (windows and soon):
            raise Unread("it has more than one condition")
        if never_too:
            if rest or windows or soon:
                raise Unread("it has more than one condition")
            avoided, _ = self._later_event(self._about(never_too[0]))
            return all_(
                [
                    *(op("F", self.scoped(one.formula, "do")) for one in self._each(phrase)),
                    _always(not_(avoided)),
                ]
            )
        main = rest[0] if rest else None
        if first and (main is None or main.kind not in ("before", "before_anything")):
            raise Unread("it is not clear before what it is to be done first")
        if main is None:
            spoken = [
                bound for act in phrase.acts for bound in self._free(act.formula) if bound.doing is not None
            ]
            if spoken and len(phrase.acts) == 1:  # whatever you open must be closed at once
                return self._on_what(spoken[0], phrase.acts[0], soon, windows[0] if windows else None)
            if soon:
                raise Unread("it is not clear after what it is to be done at once")
            if windows:
                return self._undone_within(phrase, windows[0])
            self.at_first = True
            found = [self._some_time(one) for one in self._each(phrase)]
            if len(found) > 1 and self._in_order(phrase):
                return self._chain(phrase.acts)
            if len(found) == 1 and not self._outer and isinstance(found[0], Compound):
                self.event = found[0].operands[0]
            return all_(found)
        node = main.node
        if windows and main.kind not in ("after", "when", "once", "while", "as_soon"):
            raise Unread("it has more than one condition")
        match main.kind:
            case "before":
                if soon:
                    return self._right_before(phrase, self._about(main))
                return self._ordered(phrase, self._about(main))
            case _ if soon and main.kind not in ("after", "once", "when", "as_soon", "while", "whatever"):
                raise Unread("it is not clear what *at once* belongs to")
            case "before_anything":
                raise Unread("it is not clear after what nothing else is to be done")
            case "after" | "once" | "when" | "as_soon" | "while" | "whatever":
                return self._response(phrase, main, soon, windows[0] if windows else None, again)
            case "window_after":
                when, event = self._trigger(self._about(main), "rather")
                if not event:
                    raise Unread("it counts steps from a state")
                return all_(
                    [
                        within(when, self.scoped(one.formula, "do"), self._window(node))
                        for one in self._each(phrase)
                    ]
                )
            case "times":
                return self._times(phrase, trees_of(node)[0])
            case "at_end":
                found: list[Formula] = []
                for act in self._each(phrase):
                    effect = self._w.effect(act.formula, act.terms)
                    if effect is None:
                        raise Unread("what it brings about at the end is not known")
                    found.append(_finally(self.scoped(effect, "do", event=False)))
                return all_(found)
            case "in_the_end":
                return all_([op("F", self.scoped(one.formula, "do")) for one in self._each(phrase)])
            case "only_if" | "until":
                if main.kind == "until":
                    raise Unread("it is not clear how something is done until then")
                return self._only_after(
                    self.scoped(some_([one.formula for one in phrase.acts]), "never"),
                    self._needed(self._about(main)),
                )
            case "unless":
                if phrase.acts[1:]:
                    raise Unread("it has an exception to several acts")
                need = self._situation(self._about(main))
                if need[0] != "state":
                    raise Unread("it is not clear when the exception is one")
                raise Unread("it is not clear when the exception has to be the case")
            case _:
                raise Unread(_odd(main))

    def _in_between(self, phrase: Phrase, trigger: _When, before: _When) -> Formula:
        """*If you take it, put it back before closing the shed*."""
        when, event = self._trigger_of(trigger, event=True)
        until, happens = self._trigger(self._about(before), "rather")
        if not event or not happens or len(phrase.acts) > 1:
            raise Unread("it has more than one condition")
        then = self.scoped(phrase.acts[0].formula, "do")
        return _always(op("->", self._with_restrictions(when), op("WX", op("W", not_(until), then))))

    def _in_order(self, phrase: Phrase) -> bool:
        """Whether acts are to be done in the order in which they are said: *open it and close it*."""
        acts = phrase.acts
        for place, act in enumerate(acts):
            if any(act.verb in self._w.opposite(one.verb) for one in acts[:place]):
                return True
        spoken = any(one.referred for one in self.bounds)
        return spoken and self._choose(["in this order", "in any order"]) == "in this order"

    def _chain(self, acts: list[Act]) -> Formula:
        """One act after the other."""
        formula: Formula | None = None
        for act in reversed(acts):
            mine = act.formula
            for bound in self._free(mine):
                if bound.quantity != "any" or bound.referred:
                    raise Unread("an order of acts speaks of several things at once")
                mine = self.scoped(mine, "do")
            formula = op("F", mine if formula is None else all_([mine, op("X", formula)]))
        assert formula is not None
        return formula

    def _times_before(self, act: Act, earlier: _When, times: _When) -> Formula:
        """*Visit the pantry twice before going to the hall*."""
        count = trees_of(times.node)[0]
        if count.data not in ("plain_count", "at_least"):
            raise Unread("it is not clear from when on that is counted")
        when, event = self._trigger(self._about(earlier), "rather")
        if not event:
            raise Unread("it is not clear when something is before a state")
        what = self.scoped(act.formula, "do")
        done = op("O", what)
        for _ in range(self._count_of(count) - 1):
            done = op("O", all_([what, _yesterday(done)]))
        return _always(op("->", self._with_restrictions(when), _yesterday(done)))

    def _on_what(self, bound: Bound, act: Act, soon: bool, window: _When | None) -> Formula:
        assert bound.doing is not None
        when = self.done_to(bound).formula
        bound.doing = None
        self.outer(bound)
        when = self.guarded(self.scoped(when, "if"), True)
        then = self.scoped(act.formula, "do")
        if soon or window is not None:
            return within(when, then, 1 if window is None else self._window(window.node))
        return response(when, then)

    def _right_before(self, phrase: Phrase, about: Node) -> Formula:
        when, event = self._trigger(about, "rather")
        if not event or len(phrase.acts) > 1:
            raise Unread("it is not clear what is to be done right before what")
        what = self.scoped(phrase.acts[0].formula, "do")
        return _always(op("->", self._with_restrictions(when), _yesterday(what)))

    def _ordered(self, phrase: Phrase, about: Node) -> Formula:
        """A before B: at B, A was done and what it brought about still holds."""
        if phrase.joined == "or" and len(phrase.acts) > 1:
            raise Unread("it offers a choice")
        kind, formula, later = self._situation(about, "rather")
        if kind == "state":
            raise Unread("it is not clear when something is before a state")
        assert later is not None
        if later.joined == "and" and len(later.acts) > 1:
            raise Unread("it is not clear before which of several acts")
        when = self.guarded(self.scoped(formula, "if"), True)
        for bound in (one for act in phrase.acts for one in self._free(act.formula)):
            if bound.where:
                raise Unread("it is not clear when a thing has to be as is said of it")
        parts: list[Formula] = []
        for act in phrase.acts:
            effect = None if self._letter else self._w.effect(act.formula, act.terms)
            was = op("O", act.formula)
            parts.append(self.scoped(was if effect is None else all_([was, effect]), "do", event=False))
        when = self._with_restrictions(when)
        return all_([_always(op("->", when, _yesterday(part))) for part in parts])

    def _with_restrictions(self, when: Formula) -> Formula:
        """What is said of things that came in after the trigger was made: they are so before it."""
        extra: list[Formula] = []
        for bound in self._outer:
            if not bound.done and occurrences(when, bound.symbol):
                extra += self._restricted(bound, True)
                bound.done = True
        return all_([when, *extra])

    def _response(
        self, phrase: Phrase, main: _When, soon: bool, window: _When | None, again: bool
    ) -> Formula:
        soon = soon or main.soon or main.kind == "as_soon"
        rather = soon or window is not None or main.kind in ("after", "once")
        if main.kind == "whatever":
            when, event = self._trigger_of(main)
        else:
            about = self._about(main)
            when, event = self._trigger(about, "rather" if rather else "if no state")
        if not event:
            if soon or window is not None:
                raise Unread("it counts steps from a state")
            if main.kind not in ("when", "while"):
                raise Unread("it is not clear from when on that is asked for")
            if self._choose(["only then", "then"]) == "only then":
                what = self.scoped(some_([one.formula for one in phrase.acts]), "never")
                return _always(op("->", self.guarded(what, True), _yesterday(when)))
            return _always(
                op("->", when, all_([op("F", self.scoped(one.formula, "do")) for one in self._each(phrase)]))
            )
        if main.kind == "while" and not any(one.data == "iffy" for one in trees_of(main.node)):
            raise Unread("no two things are done at once")
        then = [self.scoped(one.formula, "do") for one in phrase.acts]
        if phrase.joined == "or":
            then = [some_(then)]
        when = self._with_restrictions(when)
        if soon:
            if len(then) > 1:
                raise Unread("two acts cannot both be done in the next step")
            begun = [one.begins for one in phrase.acts if one.begins is not None]
            if begun:  # the next thing that is moved
                anything = self._w.begins(phrase.acts[0].verb, ())
                assert anything is not None
                following = op("U", not_(anything), self.scoped(some_(begun), "do"))
                return _always(op("->", when, op("WX", following)))
            return within(when, then[0], 1)
        if window is not None:
            return all_([self._within(when, one, window.node) for one in then])
        if main.kind == "after":
            about = self._about(main)
            if not self._undoes(phrase, about) and self._choose(["duty", "condition"]) == "condition":
                need = self._needed(about, letter=True)
                return all_([_always(op("->", one, _yesterday(need))) for one in then])
        return all_([response(when, one) for one in then])

    def _undoes(self, phrase: Phrase, about: Node) -> bool:
        """Whether what is asked for takes back what it is to follow: *close the shed after opening it*."""
        _, _, other = self._situation(about, "rather")
        if other is None:
            return False
        opposite = {one for act in other.acts for one in self._w.opposite(act.verb)}
        return all(
            act.verb in opposite or set(self._w.opposite(act.verb)) & {one.verb for one in other.acts}
            for act in phrase.acts
        )

    def _undone_within(self, phrase: Phrase, window: _When) -> Formula:
        """*Close the fridge within two steps*: of opening it."""
        found: list[Formula] = []
        if len(phrase.acts) > 1:
            raise Unread("it is not clear after which of several acts the steps are counted")
        for act in self._each(phrase):
            verbs = self._w.opposite(act.verb)
            things = [("", term) for term in act.terms[:1]]
            began = [one for verb in verbs for one in self._w.event(verb, things)]
            if len(began) != 1:
                raise Unread("it is not clear after what the steps are counted")
            when = self.guarded(self.scoped(began[0], "if"), True)
            found.append(within(when, self.scoped(act.formula, "do"), self._window(window.node)))
        return all_(found)

    def _within(self, when: Formula, then: Formula, node: Node) -> Formula:
        """Within so many steps, or moves where these are not all actions."""
        moves = any("move" in one for part in node.iter_subtrees() for one in tokens_of(part, "STEPWORD"))
        move = self._w.move() if moves else None
        number = self._window(node)
        if move is None:
            return within(when, then, number)
        later = op("U", not_(move), then)
        for _ in range(number - 1):
            later = op("U", not_(move), some_([then, all_([move, op("X", later)])]))
        return _always(op("->", when, op("X", later)))

    def _window(self, node: Node) -> int:
        inner = node
        while not trees_of(inner, "number"):
            inner = next(one for one in trees_of(inner) if one.data == "window")
        number = number_of(trees_of(inner, "number")[0])
        number += self._steps == "intervening"
        if not 0 < number <= MAX_COUNT:
            raise Unread(f"it counts {number} steps; from 1 to {MAX_COUNT} can be counted")
        return number

    def _count_of(self, node: Node) -> int:
        count = next(one for one in trees_of(node) if str(one.data).endswith("_count"))
        match count.data:
            case "once_count":
                number = 1
            case "twice_count":
                number = 2
            case "thrice_count":
                number = 3
            case _:
                number = number_of(trees_of(count, "number")[0])
        if number > MAX_COUNT:
            raise Unread(f"it counts beyond {MAX_COUNT}")
        return number

    def _times(self, phrase: Phrase, times: Node) -> Formula:
        number = self._count_of(times)
        found: list[Formula] = []
        for act in self._each(phrase):
            most = times.data in ("at_most",)
            what = self.scoped(act.formula, "limit" if most else "do")
            match times.data:
                case "at_most":
                    found.append(at_most(number, what))
                case "at_least":
                    found.append(_at_least(number, what))
                case "exactly":
                    found.append(
                        all_([_at_least(number, what), at_most(number, what)]) if number else at_most(0, what)
                    )
                case "plain_count":
                    if self._choose(["exactly", "at least"]) == "exactly":
                        found.append(all_([_at_least(number, what), at_most(number, what)]))
                    else:
                        found.append(_at_least(number, what))
                case _:
                    raise Unread("it asks for more than a number, and no limit")
        return all_(found)

    # -- only

    def _only(self, core: Node, whens: list[_When]) -> Formula:
        phrase = self.phrase(next(one for one in trees_of(core) if str(one.data).startswith("doing")))
        if len(phrase.acts) == 1 and not any(one.is_variable for one in phrase.acts[0].terms):
            self.event = phrase.acts[0].formula
        counted = any(one.kind == "times" for one in whens)
        what = self.scoped(some_([one.formula for one in phrase.acts]), "limit" if counted else "never")
        limits = [one for one in whens if one.kind == "times"]
        whens = [one for one in whens if one.kind != "times"]
        needs = [
            one
            for one in whens
            if one.kind
            in ("only_if", "while", "when", "once", "after", "until", "unless", "without_small", "without")
        ]
        if limits and not whens:
            times = trees_of(limits[0].node)[0]
            if times.data in ("at_most", "plain_count"):
                return at_most(self._count_of(times), what)
            raise Unread("it is not clear how often that may be done")
        if (
            not whens
            and not limits
            and core.data == "only_do"
            and len({one.verb for one in phrase.acts}) == 1
        ):
            general = list(self._w.event(phrase.acts[0].verb, ()))
            special = [bound for bound in self._spoken_of(what) if bound.where]
            if len(phrase.acts) == 1 and len(special) == 1 and len(self._spoken_of(what)) == 1:
                need = all_(self._restricted(special[0], False))  # only heat full tanks
                special[0].done = True
                return _always(op("->", what, _yesterday(need)))
            if any(one.is_variable for act in phrase.acts for one in act.terms):
                raise Unread("it is not clear what else is not to be done")
            if all(one.terms for one in phrase.acts) and len(general) == 1:  # only move south or west
                return _always(op("->", self.guarded(general[0], True), what))
        if len(needs) != 1 or len(whens) != 1 or limits:
            raise Unread(
                "it says what may be done, but not when, or not how often" if not whens else _odd(whens[-1])
            )
        main = needs[0]
        if core.data != "only_do" and main.kind != "only_if":
            raise Unread("it permits something, and forbids nothing")
        return self._only_after(what, self._needed(self._about(main)))

    def _only_state(self, core: Node, whens: list[_When]) -> Formula:
        bound = self.bound_of(thing_of(core))
        node = trees_of(core)[-1]
        if (
            core.data == "only_may_be"
            and bound.where
            and bound.term.is_variable
            and bound.quantity
            in (
                "any",
                "plural",
                "some plural",
            )
        ):  # only an empty tank may be cleaned
            need = all_(self._restricted(bound, False))
            bound.where, act = [], self.passive(bound, node)
            if act is None or any(one.kind != "always" for one in whens):
                raise Unread("it is not clear what else may not be so")
            self.outer(bound)
            return self._only_after(self.scoped(act.formula, "never"), need)
        if core.data == "only_may_be":
            other = self._others(bound)
            ends = [one for one in whens if one.kind in ("at_end", "in_the_end")]
            rest = [one for one in whens if one.kind not in ("at_end", "in_the_end", "always")]
            act = self.passive(other, node)
            if act is not None and not self.is_pure_adjective(other, node) and not ends:
                return self._forbidden(self.scoped(act.formula, "never"), rest, Phrase([act]))
            return self._states(other, node, True, "never", rest, False, ends)
        return self._may_be(bound, node, whens, only=True)

    # -- states

    def _state(self, core: Node, whens: list[_When]) -> Formula:
        bound = self._subject = self.bound_of(thing_of(core))
        node = trees_of(core)[-1]
        negative = core.data in (
            "must_not_be",
            "must_not_get",
            "not_left",
            "must_not_run",
            "goes_not",
            "there_not",
        )
        if core.data == "must_not_run":
            node = Tree("predicate_run", [])
        floating = [" ".join(str(one.children[0]).split()) for one in trees_of(core, "floating")]
        if floating:
            if bound.quantity not in ("plural", "all") or (
                floating[0] == "both" and len(bound.term.kind.members) != 2
            ):
                raise Unread(f"it is not clear of what *{floating[0]}* is said")
            bound.quantity = "all"
            if negative:
                raise Unread("it is not clear whether it forbids each, or all of them together")
        if core.data in ("goes", "goes_not", "goes_may", "get"):
            if core.data == "get":
                act = self.passive(bound, node)
                act = act if act is not None else self._brought(bound, node)
            else:
                act = self._put_there(bound, node)
            if bound.quantity in ("no", "two") and negative:
                raise Unread("it denies twice")
            if negative or bound.quantity == "no":
                context = "flipped" if bound.quantity == "no" else "never"
                return self._forbidden(self.scoped(act.formula, context), whens, Phrase([act]))
            if core.data == "goes_may":
                raise Unread("it permits something, and forbids nothing")
            return self._do(Phrase([act]), whens)
        if core.data == "be_left" and bound.quantity == "no":
            if any(one.kind not in ("at_end", "in_the_end", "always") for one in whens):
                raise Unread("it is not clear until when it may be left so")
            return _finally(not_(self._state_formula(bound, node, "flipped")))
        if core.data == "must_end_up":
            if whens:
                raise Unread("it is not clear when that is to be so")
            return _finally(self._state_formula(bound, node, "do"))
        if core.data == "leave" and bound.quantity == "no":
            bound.quantity = "any"
            return _finally(not_(self._state_formula(bound, node, "never")))
        if thing_of(core).data == "np_and" and negative and bound.quantity == "all":
            bound.quantity = "plural"
        if bound.quantity in ("no", "two"):
            if negative:
                raise Unread("it denies twice")
            negative = True
            context = "flipped"
        else:
            context = "never" if negative else "do"
        given = whens
        again = any(one.kind == "again" for one in whens)
        ends = [one for one in whens if one.kind in ("at_end", "in_the_end")]
        always = core.data in ("keep", "be_left", "leave", "must_be_always", "keep_agent") or any(
            one.kind == "always" for one in whens
        )
        later = any(one.kind == "later" for one in whens)
        if any(one.kind == "together" for one in whens) and bound.quantity not in (
            "two",
            "count",
            "no",
            "all",
            "plural",
        ):
            raise Unread("it is not clear what is to be so together")
        if (
            any(one.kind == "together" for one in whens)
            and negative
            and bound.quantity in ("all", "plural", "no")
        ):
            if len(whens) > 1 or bound.quantity == "no" or len(bound.term.kind.members) != 2:
                raise Unread("it is not clear which of several things are not to be so together")
            return _always(not_(self.inner(bound, True, self.state(bound, node), False)))
        whens = [one for one in whens if one.kind not in ("always", "again", "later", "together")]
        if core.data in ("keep", "leave") and any(one.kind == "before" for one in whens):
            raise Unread("it is not clear from when on it is to be kept so")
        if (
            len(whens) > 1 and ends and ends[0].kind == "in_the_end"
        ):  # if it is taken, it must be put back before the end
            whens = [one for one in whens if one not in ends]
            ends, later = [], True
        if core.data in ("may_be", "may_be_left") and bound.quantity not in ("no", "two"):
            if bound.count[0] == "only":  # only one pump may run
                bound.count = ("at most", bound.count[1])
            if bound.quantity == "count" and bound.count[0] in ("at most", "exactly"):
                return self._states(bound, node, False, "do", whens, True, ends)
            return self._may_be(bound, node, whens, only=False)
        if core.data == "not_left" or core.data == "may_be_left":
            formula = self._state_formula(bound, node, context)
            if any(one.kind not in ("at_end", "in_the_end") for one in whens):
                raise Unread("it is not clear until when it may be left so")
            return _finally(not_(formula))
        together = bound.quantity == "two" or any(one.kind == "together" for one in given)
        act = None if core.data in _LASTING or together else self.passive(bound, node)
        elsewhere = [str(one.data) for one in node.iter_subtrees() if one.data in ("only_place", "elsewhere")]
        if elsewhere:  # put down on the rack only
            if act is None or (elsewhere[0] == "elsewhere") is not negative:
                raise Unread("it is not clear what *only* leaves out")
            return self._forbidden(
                self.scoped(act.formula, context if negative else "never"), whens, Phrase([act])
            )
        pure = self.is_pure_adjective(bound, node)
        if core.data == "must_have_been":
            if len(whens) != 1 or whens[0].kind not in ("before", "when") or negative:
                raise Unread("it is not clear by when that is asked for")
        elif act is not None and not ends and not always:
            dynamic = core.data != "must_not_get" and negative
            broken = pure and act.verb == "break"  # what falls is broken, too
            if dynamic and pure and (broken or any(self._is_state_condition(one) for one in whens)):
                dynamic = self._choose(["is done", "is so"]) == "is done"
            if dynamic or (negative and not pure):
                what = self.scoped(act.formula, context)
                if self._total:
                    return not_(what)
                return self._forbidden(what, whens, Phrase([act]))
            if (
                any(
                    one.kind in ("times", "window", "window_after", "soon", "as_soon", "after", "once")
                    for one in whens
                )
                or again
                or later
                or (any(one.kind == "when" and one.soon for one in whens))
            ):
                if negative:
                    return self._forbidden(self.scoped(act.formula, context), whens, Phrase([act]))
                return self._do(Phrase([act]), whens)
            if (self._letter or not pure) and not negative and any(one.kind == "before" for one in whens):
                return self._do(Phrase([act]), whens)
            if not whens and not negative:
                if not pure or core.data == "must_get":
                    return self._some_time(act)
                lasts = self._w.lasts(act.formula)
                if lasts or self._choose(["some time", "at the end"]) == "some time":
                    return self._some_time(act)
                return _finally(self._state_formula(bound, node, "do"))
        if (again or later) and not (again and ends):
            raise Unread("it is not clear what is to be done " + ("again" if again else "later"))
        if (
            ends
            and len(whens) == 1
            and act is not None
            and not pure
            and not negative
            and ends[0].kind == "in_the_end"
        ):
            return op("F", self.scoped(act.formula, "do"))
        return self._states(bound, node, negative, context, whens, always, ends)

    def _brought(self, bound: Bound, node: Node) -> Act:
        """*Get the door open*: what makes it so."""
        inner = node
        while inner.data in ("predicate", "simple_predicate") and len(inner.children) == 1:
            inner = trees_of(inner)[0]
        word = tokens_of(inner)[0] if inner.data == "adjective" and not trees_of(inner) else ""
        verb = {"open": "open", "shut": "shut", "closed": "close", "clean": "clean", "empty": "empty"}.get(
            word, ""
        )
        found = list(self._w.event(verb, [("", bound.term)])) if verb in self._lexicon.all_verbs else []
        if not found:
            raise Unread("it is not clear how it is brought about")
        return Act(self._choose(found), verb, [bound.term])

    def _state_formula(self, bound: Bound, node: Node, context: str) -> Formula:
        return self.scoped(self.state(bound, node), context, event=False)

    def _states(
        self,
        bound: Bound,
        node: Node,
        negative: bool,
        context: str,
        whens: list[_When],
        always: bool,
        ends: list[_When],
    ) -> Formula:
        main_whens = [one for one in whens if one.kind not in ("at_end", "in_the_end", "first")]
        if len(main_whens) > 1:
            raise Unread("it has more than one condition")
        if ends:
            if (
                main_whens
                and not negative
                and main_whens[0].kind in ("when", "while", "after", "once", "whatever")
            ):
                when, event = self._trigger_of(
                    main_whens[0], event=True
                )  # if you open it, it is closed at the end
                if event and ends[0].kind == "at_end":
                    return _always(op("->", when, _finally(self._state_formula(bound, node, context))))
            if main_whens:
                raise Unread("it has more than one condition")
            what = self._state_formula(bound, node, context)
            return _always(op("->", self.guarded(_FINAL, False), not_(what) if negative else what))
        if not main_whens:
            what = self._state_formula(bound, node, context)
            if negative:
                if self._total:
                    return not_(what)
                return _always(not_(self.guarded(what, False)))
            extra = [one for one in self._outer if one.where and not one.done]
            if always:
                if extra:
                    return _always(op("->", self.guarded(Compound("true"), False), what))
                return _always(what)
            if self._choose(["at all times", "at the end"]) == "at all times":
                return _always(what)
            return _finally(what)
        main = main_whens[0]

        def sign(one: Formula) -> Formula:
            return not_(one) if negative else one

        match main.kind:
            case "while" | "when" | "once" | "as_soon" | "after" | "whatever":
                when, event = self._trigger_of(main)
                what = sign(self._state_formula(bound, node, context))
                if not event:
                    if main.kind in ("once", "after", "as_soon"):
                        return _always(op("->", when, _always(what)))
                    return _always(op("->", when, what))
                if main.kind in ("while", "when"):
                    return _always(op("->", when, _yesterday(what)))
                if main.soon or main.kind == "as_soon":
                    raise Unread("it is not clear how soon a state is to hold")
                return _always(op("->", when, _always(what)))
            case "before":
                when, event = self._trigger(self._about(main), "rather")
                what = sign(self._state_formula(bound, node, context))
                if not event:
                    raise Unread("it is not clear when something is before a state")
                return _always(op("->", self._with_restrictions(when), _yesterday(what)))
            case "until":
                kind, formula, _ = self._situation(self._about(main))
                until = self.scoped(formula, "if", kind == "event")
                what = sign(self._state_formula(bound, node, context))
                if self._w.at_first(what) is False:  # keep it on, where it is off at first: once it is on
                    return _always(op("->", all_([_yesterday(what), not_(what)]), _yesterday(until)))
                return op("W", what, until)
            case "unless":
                if self._about(main).data in (
                    "is_so",
                    "agent_is",
                    "agent_is_not",
                    "agent_holds",
                    "agent_holds_not",
                ):
                    need = self._needed(self._about(main))
                    what = sign(self._state_formula(bound, node, context))
                    return _always(op("->", self.guarded(not_(need), False), what))
                raise Unread("it is not clear until when the exception is one")
            case "only_if":
                need = self._needed(self._about(main))
                act = None if negative else self.passive(bound, node)
                if act is not None:
                    if not self.is_pure_adjective(bound, node) or self._choose(["done", "so"]) == "done":
                        return self._only_after(self.scoped(act.formula, "never"), need)
                what = self._state_formula(bound, node, "never")
                if negative:
                    raise Unread("it is not clear what *only* belongs to")
                return _always(op("->", self.guarded(what, False), need))
            case "window_after":
                when, event = self._trigger(self._about(main), "rather")
                if not event:
                    raise Unread("it counts steps from a state")
                what = sign(self._state_formula(bound, node, context))
                number = self._window(main.node)
                later = what
                for _ in range(number):
                    later = some_([what, op("X", later)])
                return _always(op("->", when, later))
            case "without_small" | "with_small":
                raise Unread("it is not clear what goes with what")
            case _:
                raise Unread(_odd(main))

    def _may_be(self, bound: Bound, node: Node, whens: list[_When], only: bool) -> Formula:
        """*The valve may be opened only if …*, *… at most twice*."""
        limits = [one for one in whens if one.kind == "times"]
        others = [one for one in whens if one.kind not in ("times", "always")]
        act = self.passive(bound, node)
        if limits and not others:
            if act is None:
                raise Unread("a state cannot be counted")
            times = trees_of(limits[0].node)[0]
            if times.data in ("at_most", "plain_count"):
                return at_most(self._count_of(times), self.scoped(act.formula, "limit"))
            raise Unread("it is not clear how often that may be")
        needs = [
            one
            for one in others
            if one.kind == "only_if" or (only and one.kind in ("while", "when", "once", "after", "until"))
        ]
        if len(needs) != 1 or len(others) != 1:
            raise Unread("it permits something, and forbids nothing")
        return self._allowed(bound, node, self._about(needs[0]))

    def _allowed(self, bound: Bound, node: Node, need: Node) -> Formula:
        """That something may be done, or be so, only where something else is the case."""
        act = self.passive(bound, node)
        if act is not None:
            return self._only_after(self.scoped(act.formula, "never"), self._needed(need))
        what = self._state_formula(bound, node, "never")
        return _always(op("->", self.guarded(what, False), self._needed(need)))

    # -- the robot

    def _agent(self, core: Node, whens: list[_When]) -> Formula:
        inner = next(
            (one for one in trees_of(core) if one.data in ("stative", "not_stative", "agent_at")), None
        )
        if inner is not None:
            formula = self.agent_state(inner)
        else:
            base = trees_of(core, "stative_base")[0]
            word = self._lexicon.stative(tokens_of(base)[0])
            found = self._w.doing(word, self.bound_of(thing_of(core)).term)
            if not found:
                raise Unread("that is nothing that the robot can be known to be at")
            formula = self._choose(list(found))
        negative = core.data in ("agent_must_not", "agent_must_not_base")
        ends = [one for one in whens if one.kind in ("at_end", "in_the_end")]
        whens = [one for one in whens if one.kind not in ("at_end", "in_the_end", "always", "together")]
        if len(whens) > 1 or (ends and whens):
            raise Unread("it has more than one condition")
        context = "never" if negative else "do"
        if ends:
            what = self.scoped(formula, context, event=False)
            return _finally(not_(what) if negative else what)
        if not whens:
            what = self.scoped(formula, context, event=False)
            if negative:
                return not_(what) if self._total else _always(not_(self.guarded(what, False)))
            if core.data == "keep_agent":
                return _always(what)
            raise Unread("it is not clear when that is to be so")
        main = whens[0]
        if main.kind in ("while", "when"):
            when, event = self._trigger_of(main)
            what = self.scoped(formula, context, event=False)
            what = not_(what) if negative else what
            return _always(op("->", when, _yesterday(what) if event else what))
        if main.kind == "before" and not negative:
            when, event = self._trigger(self._about(main))
            if event:
                return _always(op("->", when, _yesterday(self.scoped(formula, "do", event=False))))
        if main.kind in ("unless", "until") and negative:
            need = self._needed(self._about(main))
            return _always(op("->", self.guarded(self.scoped(formula, "never", event=False), False), need))
        raise Unread(_odd(main))

    # -- several acts in order

    def _sequence(self, core: Node) -> Formula:
        if core.data == "in_order":
            return self._chain(self._listed_in_order(core))
        acts: list[Act] = []
        before: Node | None = None
        for one in trees_of(core):
            if one.data == "gapped":  # go to the table, then to the sink
                if before is None:
                    raise Unread("it is not clear what is done there")
                kept = [
                    child
                    for child in before.children
                    if not (isinstance(child, Tree) and child.data == "place")
                ]
                acts.append(self.act(Tree("act", [*kept, *trees_of(one)])))
                continue
            phrase = self.phrase(one)
            if phrase.joined == "or":
                raise Unread("it offers a choice")
            acts += phrase.acts
            before = only_act(one)
        return self._chain(acts)

    def _listed_in_order(self, core: Node) -> list[Act]:
        """*Load the van in this order: the box, then the crate*."""
        first, *things = trees_of(core)
        act = only_act(first)
        if act is None or act.data != "act" or trees_of(act, "place"):
            raise Unread("it is not clear what is done in this order")
        verb = next(one for one in act.children if isinstance(one, Token))
        held = [self.bound_of(thing_of(one)) for one in trees_of(act, "object")]
        found: list[Act] = []
        for one in map(self.bound_of, things):
            places = [("", one.term), *(("into", bound.term) for bound in held)]
            verbs = self._lexicon.verbs_of(verb.type, " ".join(str(verb).split()))
            events = [(event, base) for base in verbs for event in self._w.event(base, places)]
            if not events:
                raise Unread("it is not clear what is done in this order")
            event, base = self._choose(events)
            found.append(Act(event, base, [term for _, term in places]))
        return found


def _at_least(times: int, what: Formula) -> Formula:
    formula = op("F", what)
    for _ in range(times - 1):
        formula = op("F", all_([what, op("X", formula)]))
    return formula


def _odd(when: _When) -> str:
    said = {
        "times": "a number of times",
        "window": "a number of steps",
        "soon": "*at once*",
        "again": "*again*",
        "at_end": "*at the end*",
    }
    return (
        f"it is not clear what {said.get(when.kind, f'*{when.kind.replace(chr(95), chr(32))}*')} means here"
    )


_EVENTUALITIES = frozenset(["so", "same", "stops", "has_stopped", "happens", "has_happened", "has_not_happened", "not_happens", "is_so", "is_done",
    "has_been", "has_not_been",
                            "having_been", "being", "agent_is", "agent_is_not", "agent_holds", "agent_holds_not",
                            "has_gone", "has_not_gone",
                            "both", "either"])  # fmt: skip
FRONTS = frozenset(["nothing", "opening", "address", "purpose", "closing", "then", "also_opening"])
"""What a statement may begin or end with that asks for nothing."""
CONDITIONS = frozenset(["once_such", "when_such", "while_such", "unless_such", "until_such", "only_such", "before_same",
    "without_bare", "in_a_row", "before", "without", "without_having", "without_first", "without_small", "with_small", "until",
    "unless", "only_if",
                    "after", "once", "as_soon", "while", "when", "whatever", "after_that", "window", "window_after",
                    "at_end", "in_the_end",
                    "always", "together", "again", "later", "soon", "first", "times", "before_anything",
                    "exception"])  # fmt: skip
_GOING = frozenset(["visit", "go", "go to", "reach", "enter", "pass"])
_LASTING = frozenset(["keep", "be_left", "leave", "have", "there_not", "there_must", "must_not_run"])
_NEEDS = frozenset(["before", "until", "unless", "without", "without_having", "without_first", "only_if"])
_NOTHING = frozenset(["exception", "after_that"])
