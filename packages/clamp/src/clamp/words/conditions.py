"""When something is asked for: what a condition is about, whether it happens or is the case, and what it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lark import Token, Tree

from clamp.planning.rules.book import MAX_COUNT
from clamp.planning.rules.formula import Compound, Formula
from clamp.words.english import these
from clamp.words.formulas import all_, not_, occurrences, op, some_, still
from clamp.words.reading import (
    Act,
    Bound,
    Node,
    Phrase,
    Sense,
    Unread,
    doing_of,
    number_of,
    only_act,
    thing_of,
    tokens_of,
    trees_of,
)


@dataclass
class When:
    """A condition of a statement: its kind, and what it is about."""

    kind: str
    node: Node
    soon: bool = False
    front: bool = False


class Conditions(Sense):
    """The conditions of a statement, in this sense."""

    def _when(self, node: Node) -> When:
        if str(node.data).endswith("_such"):  # once opened, a hatch …
            kind = str(node.data).removesuffix("_such")
            so: Node = Tree("so", list(node.children))
            about: Node = Tree(kind, [so])
            return When("only_if" if kind == "only" else kind, about)
        if node.data == "having_done":  # having opened it, …
            done: Node = Tree("has_happened", list(node.children))
            return When("after", Tree("after", [done]))
        if node.data == "as_soon_so":  # no sooner is it open than …
            return When("as_soon", Tree("as_soon", [Tree("is_so", list(node.children))]))
        if node.data == "only_with":  # only with the lid on
            so = Tree("is_so", list(node.children))
            return When("only_if", Tree("only_if", [so]))
        if node.data == "except_with":  # except with the fridge closed
            so = Tree("is_so", list(node.children))
            return When("unless", Tree("unless", [so]))
        if node.data == "which_is":  # whichever cup is dirty, …
            such: Node = Tree("is_so", list(node.children))
            return When("when", Tree("which_is", [such]))
        if node.data in ("after_same", "only_same"):  # … after the butter
            kind = {"after_same": "after", "only_same": "only_if"}[str(node.data)]
            same: Node = Tree("same", list(node.children))
            return When(kind, Tree(kind, [same]))
        if node.data == "before_going":  # before going anywhere else
            return When("before", Tree("before", [Tree("goes_away", [])]))
        if node.data in ("before_same", "before_does"):  # … before the oven
            same = Tree(str(node.data).removeprefix("before_"), list(node.children))
            about = Tree("before", [same])
            return When("before", about)
        soon = any(one.data == "soon" for one in trees_of(node))
        return When(str(node.data), node, soon)

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
        if node.data in ("so_too", "so_been"):  # unless a fan is, until the other has been
            said = [one for one in trees_of(self._core) if one.data == "predicate"]
            if len(said) != 1:
                raise Unread("it is not clear what is to be so")
            plain = [
                one for one in said[0].children if not (isinstance(one, Tree) and one.data == "negation")
            ]
            kind = "is_so" if node.data == "so_too" else "has_been"
            node = Tree(kind, [thing_of(node), Tree("predicate", plain)])
        if node.data == "goes_away":
            gone = [one for verb in ("go", "walk") if verb in self._lexicon.all_verbs
                    for one in self._w.event(verb, ())]  # fmt: skip
            if not gone:
                raise Unread("there is nowhere to go")
            from_ = self._subject or next(iter(self.bounds), None)  # from what it speaks of
            there = [] if from_ is None else list(self._w.at("at", from_.term))
            if len(there) != 1:
                raise Unread("it is not clear from where that is")
            left = all_([gone[0], op("Y", there[0])])
            return "event", left, Phrase([Act(left, "go", [])])
        if node.data == "goes_there":
            thing = self.bound_of(thing_of(node))
            elided = tokens_of(node, "ELIDED")
            if elided:
                put = self._somewhere(thing, "put", "in" if elided[0] == "there" else elided[0])
            else:
                put = self._put_there(thing, trees_of(node)[-1])
            return "event", put.formula, Phrase([put])
        if node.data == "goes_on":
            act = self._put_on(node)
            return "event", act.formula, Phrase([act])
        if node.data == "earlier_done":
            if self._earlier is None:
                raise Unread("it is not clear what is to be done by then")
            return "event", self._earlier, Phrase([Act(self._earlier, "", [])])
        if node.data == "so":
            if self._subject is None:
                raise Unread("it is not clear what is to be so")
            done = self.passive(self._subject, trees_of(node)[0])
            if done is not None and not self.is_pure_adjective(self._subject, trees_of(node)[0]):
                return "event", done.formula, Phrase([done])
            if done is not None and event == "rather":
                return "event", done.formula, Phrase([done])
            return "state", self.state(self._subject, trees_of(node)[0]), None
        if node.data in ("same", "does"):
            if node.data == "does" and self._core.data in ("do", "never"):  # turn it on before the other does
                raise Unread("it is not clear who does what")
            if thing_of(node).data == "pronoun":  # before that
                raise Unread("it is not clear what is done to that")
            act = self._the_same(self.bound_of(thing_of(node)))
            return "event", act.formula, Phrase([act])
        if node.data == "is_so" and event != "never" and not trees_of(node, "still_so"):
            bound, inner = self.bound_of(thing_of(node)), trees_of(node)[-1]
            act = self.passive(bound, inner)
            pure = self.is_pure_adjective(bound, inner)
            if act is not None and not pure and event == "if no state" and self.state_of_word(bound, inner):
                pure = self._choose(["so", "done"]) == "so"  # if a bed is uncovered
            if act is not None and (event == "rather" or not pure):
                return "event", act.formula, Phrase([act])
        match node.data:
            case "contains":
                place, thing = (self.bound_of(one) for one in trees_of(node))
                inside = list(self._w.relation("in", thing.term, place.term))
                if not inside:
                    raise Unread("that is nothing that can be in it")
                return "state", self._choose(inside), None
            case "leaves":
                thing, place = (self.bound_of(one) for one in trees_of(node))
                taken = self._taken_from(thing, place)
                return "event", taken.formula, Phrase([taken])
            case "happens" | "has_happened" | "has_to":
                phrase = self.phrase(doing_of(node))
                anywhere = any(True for _ in node.find_data("anywhere"))
                if not anywhere and any(
                    not one.terms and one.verb in ("stop", "leave", "go") for one in phrase.acts
                ):
                    raise Unread("it does not say what is done")  # when you stop: at the end
                return "event", some_([one.formula for one in phrase.acts]), phrase
            case "is_so":
                bound = self.bound_of(thing_of(node))
                if trees_of(node, "floating"):  # the valves are both shut
                    if bound.quantity not in ("plural", "all"):
                        raise Unread("it is not clear of what that is said")
                    bound.quantity = "all"
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
            case "stops_being":  # stops being clean
                return "state", not_(self.state(self.bound_of(thing_of(node)), trees_of(node)[-1])), None
            case "has_been":
                bound = self.bound_of(thing_of(node))
                act = self.passive(bound, trees_of(node)[-1])
                if act is None:
                    inner = trees_of(node)[-1]
                    # has been closed and locked: is so now
                    lasting = inner.data in ("predicate_and", "predicate_or")
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
                phrase = self.phrase(doing_of(node))
                return "state", not_(op("O", self._event(phrase, "if"))), None
            case _:
                raise Unread("it is not clear what the condition is")

    def _the_same(self, bound: Bound) -> Act:
        """What the statement says is done, done to another thing."""
        if self._core.data in ("do", "never"):
            doing = doing_of(self._core)
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

    def _put_on(self, node: Node) -> Act:
        """*Gloves go on*, *the goggles come off*."""
        words = {"on": ("put on", "switched on"), "off": ("taken off", "switched off"),
                 "up": ("raised", "put up"), "down": ("lowered", "taken down")}  # fmt: skip
        for word in words[tokens_of(node, "WORN")[0]]:  # gloves go on, and so do lamps
            act = self.passive(self.bound_of(thing_of(node)), Tree("adjective", [Token("VDONE", word)]))
            if act is not None:
                return act
        raise Unread("that is nothing that is worn, or switched")

    def _put_there(self, bound: Bound, place: Node) -> Act:
        """*goes into the fridge*: is put there; *comes out of it*: is taken from there."""
        if any(one in _AWAY_FROM for one in tokens_of(place, "PREP")):
            for word in ("taken", "picked up", "removed", "lifted", "unloaded", "grabbed"):
                act = self.passive(bound, Tree("adjective", [Token("VDONE", word), place]))
                if act is not None:
                    return act
            raise Unread("that is nowhere that it can be taken from")
        if tokens_of(place, "PREP") == ["of"]:  # *get it out | of the shed*
            raise Unread("'of' is no place where a thing is put")
        given = ("given", "handed over", "dispensed", "delivered", "sent")
        to = tokens_of(place, "PREP") == ["to"]
        for word in (*(given if to else ()), "loaded", "put", "placed", "put down", "pushed", "moved"):
            act = self.passive(bound, Tree("adjective", [Token("VDONE", word), place]))
            if act is not None:
                return act
        return self._gets_there(bound, place)

    def _gets_there(self, bound: Bound, place: Node) -> Act:
        """Whatever brings a thing to a place, where the domain has a word of its own for that: *release into*."""
        where = self.bound_of(thing_of(place)).term
        said = tokens_of(place, "PREP") or ["in", "on", "at", "to"]  # there
        there = [one for word in said for one in self._w.relation(word, bound.term, where)]
        found: dict[str, Act] = {}
        for verb in sorted(self._lexicon.all_verbs) if there else ():
            for word in said:
                for event in self._w.event(verb, [("", bound.term), (word, where)]):
                    act = Act(event, verb, [bound.term, where])
                    effect = self.effect_of(act)
                    left = (
                        effect.operands
                        if isinstance(effect, Compound) and effect.operator == "&"
                        else (effect,)
                    )
                    if any(one in there for one in left):
                        found.setdefault(str(event), act)
        if len(found) != 1:
            raise Unread("that is nowhere that it can be put")
        act = next(iter(found.values()))
        if place.data in ("only_place", "elsewhere"):  # goes nowhere but into the tank
            self.only = place.data == "only_place"
            return self._anywhere_but([act.verb], [("", bound.term)], (tokens_of(place, "PREP")[0], where))
        if place.data not in ("place", "place_there"):
            raise Unread("that is nowhere that it can be put")
        return act

    def _taken_from(self, thing: Bound, place: Bound) -> Act:
        """*leaves the fridge*: is taken out of it."""
        found: dict[str, Act] = {}
        for verb in ("take", "take out", "pick up", "remove", "grab"):
            for preposition in ("out of", "off", "from") if verb in self._lexicon.all_verbs else ():
                terms = [thing.term, place.term]
                for event in self._w.event(verb, [("", thing.term), (preposition, place.term)]):
                    found.setdefault(str(event), Act(event, verb, terms))
        if not found:
            raise Unread("that is nowhere that it can be taken from")
        return self._choose(list(found.values()))

    def _needed(self, node: Node, *, letter: bool = False) -> Formula:
        """What must be the case before something is done, as a formula of the state before it.

        Args:
            letter: What was done some time before is enough, whatever has become of it.
        """
        if node.data in ("both", "either"):
            parts = [self._needed(one, letter=letter) for one in trees_of(node)]
            return all_(parts) if node.data == "both" else some_(parts)
        if node.data == "has_to":
            raise Unread("what has to be done is no state of affairs")
        if node.data == "earlier_done":
            if self._earlier_need is None:
                raise Unread("it is not clear what is to be done by then")
            return self._earlier_need
        stopped = node.data in ("has_stopped", "stops")
        kind, formula, phrase = self._situation(node, "if no state" if self._letter else "never")
        if kind == "state":
            return self.scoped(formula, "need", event=False)
        assert phrase is not None
        parts: list[Formula] = []
        for act in phrase.acts:
            effect = None if self._letter or letter else self.effect_of(act)
            was = op("O", act.formula)
            perfect = node.data in ("has_been", "is_done")
            stopped = stopped or (
                perfect and act.verb.split()[0] == "stop" and any(t.is_variable for t in act.terms)
            )
            if stopped and effect is not None:  # before the belt has stopped: while it runs
                parts.append(self.scoped(effect, "need", event=False))
                continue
            gone = (
                isinstance(effect, Compound)
                and effect.operator == "!"
                and any(bound.quantity in ("all", "plural", "every") for bound in self._free(act.formula))
            )
            if effect is None:
                need: Formula = was
            elif perfect and gone:  # all have been taken out: none is there, wherever each was
                need = effect
            else:
                need = still(was, effect, alone=perfect and self._is_pure(node))
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
        if happens and node.data == "is_so" and thing_of(node).data != "pronoun":
            bound = self.bound_of(thing_of(node))
            if bound.quantity in ("all", "every", "plural") and bound.term.is_variable:
                raise Unread("it is not clear whether it means each of them, or all")
        if (
            happens
            and node.data in ("has_happened", "has_been", "has_stopped", "stops")
            and any(one.quantity == "plural" and one.term.is_variable for one in self._free(formula))
        ):
            raise Unread("it is not clear whether it means after each of them, or after all")
        return self.guarded(self.scoped(formula, "if", happens), happens), happens

    def _spoken(self, formula: Formula) -> list[Bound]:
        """The things of which a formula speaks that are no single ones."""
        return [one for one in self.bounds if one.term.is_variable and occurrences(formula, one.symbol)]

    def _about(self, when: When) -> Node:
        about = next((one for one in trees_of(when.node) if one.data in EVENTUALITIES), None)
        if about is None:
            raise Unread("it is not clear when that is asked for")
        return about

    def _done_and_holds(self, act: Act, after: Formula | None = None) -> Formula:
        """That an act was done and what it brought about still holds if it can; by the letter, that it was done.

        Args:
            after: What was so before it, then.
        """
        effect = None if self._letter else self.effect_of(act)
        was = op("O", act.formula if after is None else all_([act.formula, after]))
        return was if effect is None else still(was, effect)

    def _need_of(self, main: When) -> Formula:
        if main.kind == "before_anything":
            raise Unread("it is not clear before what")
        about = next(
            (
                one
                for one in trees_of(main.node)
                if one.data in EVENTUALITIES or str(one.data).startswith("doing")
            ),
            None,
        )
        assert about is not None
        if str(about.data).startswith("doing"):
            phrase = self.phrase(about)
            parts = [self.scoped(self._done_and_holds(one), "need", event=False) for one in phrase.acts]
            return some_(parts) if phrase.joined == "or" else all_(parts)
        if about.data in ("being", "having_been"):
            if self._subject is None:
                raise Unread("it is not clear what is done to what")
            done = self.passive(self._subject, trees_of(about)[-1])
            if done is not None and not self.is_pure_adjective(self._subject, trees_of(about)[-1]):
                return self.scoped(self._done_and_holds(done), "need", event=False)  # without being rinsed
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

    def _is_state_condition(self, when: When) -> bool:
        return when.kind in ("while", "when") and self._about(when).data in (
            "is_so",
            "so_too",
            "contains",
            "agent_is",
            "agent_is_not",
            "agent_holds",
            "agent_holds_not",
            "has_not_gone",
            "has_not_been",
            "has_not_happened",
        )

    def _is_state(self, when: When) -> bool:
        """Whether a condition can be a state: *is hot*, where *is put back* is something that happens."""
        about = self._about(when) if self._is_state_condition(when) else None
        if about is None or about.data != "is_so":
            return about is not None
        bound, inner = self.bound_of(thing_of(about)), trees_of(about)[-1]
        try:
            self.state(bound, inner)
        except Unread:
            return self.passive(bound, inner) is None
        return True

    def _trigger_of(self, when: When, *, event: bool = False) -> tuple[Formula, bool]:
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
                every = bool(trees_of(when.node, "each_time"))
                return self._trigger(
                    about, "if no state" if every else self._choose(["if no state", "never"])
                )
        return self._trigger(about)

    def _with_restrictions(self, when: Formula) -> Formula:
        """What is said of things that came in after the trigger was made: they are so before it."""
        extra: list[Formula] = []
        for bound in self._outer:
            if not bound.done and occurrences(when, bound.symbol):
                extra += self._restricted(bound, True)
                bound.done = True
        return all_([when, *extra])

    def _window(self, node: Node) -> int:
        inner = node
        while not trees_of(inner, "number"):
            inner = next(one for one in trees_of(inner) if one.data == "window")
        number = number_of(trees_of(inner, "number")[0]) - bool(trees_of(inner, "fewer"))
        number += self._steps == "intervening"
        if not 0 < number <= MAX_COUNT:
            raise Unread(f"it counts {number} steps; from 1 to {MAX_COUNT} can be counted")
        return number

    def _count_of(self, node: Node) -> int:
        count, *others = [one for one in trees_of(node) if str(one.data).endswith("_count")]
        if any(one != count for one in others):  # once, and no more than twice
            raise Unread("it is not clear how often")
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

    def _event(self, phrase: Phrase, context: str) -> Formula:
        """Something of a phrase happens."""
        if phrase.joined == "and" and len(phrase.acts) > 1:
            raise Unread("it is not clear whether it means each of several acts, or all of them")
        return self.scoped(some_([one.formula for one in phrase.acts]), context)

    def _excused(self, core: Node, whens: list[When]) -> list[When]:
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


_AWAY_FROM = frozenset(["out of", "off", "off of", "from"])
EVENTUALITIES = these(
    "goes_there goes_away goes_on contains leaves earlier_done so_too so_been so same does has_to stops "
    "stops_being has_stopped happens has_happened has_not_happened not_happens is_so is_done has_been "
    "has_not_been having_been being agent_is agent_is_not agent_holds agent_holds_not has_gone has_not_gone both "
    "either"
)
FRONTS = these("nothing opening address purpose closing then also_opening")
"""What a statement may begin or end with that asks for nothing."""
CONDITIONS = these(
    "once_such when_such having_done only_with even_if while_such unless_such until_such only_such before_same "
    "before_going provided longer after_same as_soon_so floated only_same before_does without_bare in_a_row "
    "just_before before without without_having without_first without_small with_small with_such only_with "
    "except_with until unless only_if after once as_soon while when whatever after_that window window_after "
    "window_first window_mutual which_is said_order at_end in_the_end always together again later soon first "
    "first_of_all times before_anything exception"
)
_GOING = frozenset(["visit", "go", "go to", "reach", "enter", "pass"])
