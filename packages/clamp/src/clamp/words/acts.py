"""What is to be done, and what never: acts under conditions, so often, in order, at once, or only."""

from __future__ import annotations

from lark import Token, Tree

from clamp.planning.rules.book import at_most, one_of_next, response, within
from clamp.planning.rules.formula import Compound, Formula, Proposition, subformulas
from clamp.words.conditions import Conditions, When
from clamp.words.formulas import (
    FINAL,
    all_,
    always,
    finally_,
    not_,
    occurrences,
    op,
    replaced,
    some_,
    yesterday,
)
from clamp.words.reading import (
    Act,
    Bound,
    Node,
    Phrase,
    Unread,
    doing_of,
    elided,
    only_act,
    thing_of,
    tokens_of,
    trees_of,
)
from clamp.words.wording import Kind, NounTerm


class Acts(Conditions):
    """What a statement says about acts."""

    def _never(self, phrase: Phrase, whens: list[When]) -> Formula:
        if phrase.joined == "and" and len(phrase.acts) > 1:
            if whens:
                raise Unread(
                    "it is not clear whether it forbids each of several acts, or all of them together"
                )
            meant = self._choose(["each", "both", "the first"])
            if meant == "the first" and phrase.joined == "and":  # never heat it, and drain it
                first, *rest = phrase.acts
                forbidden = always(not_(self.scoped(first.formula, "never")))
                return all_([forbidden, *(op("F", self.scoped(one.formula, "do")) for one in rest)])
            if meant == "both":
                return not_(all_([op("F", self.scoped(one.formula, "do")) for one in phrase.acts]))
        counted = any(one.kind == "times" for one in whens)
        beyond = any(one.count[0] == "beyond" for act in phrase.acts for one in self._free(act.formula))
        effect = self.effect_of(phrase.acts[0]) if beyond and len(phrase.acts) == 1 else None
        if effect is not None and all(one.kind == "always" for one in whens):  # put a third one there
            return always(not_(self.scoped(effect, "never", event=False)))
        acts = [one.formula if one.begins is None else one.begins for one in phrase.acts]
        what = self.scoped(some_(acts), "limit" if counted else "never")
        if self._total:
            if whens:
                raise Unread("it is not clear whether it forbids each, or all")
            return not_(what)
        return self._forbidden(what, whens, phrase)

    def _forbidden(self, what: Formula, whens: list[When], phrase: Phrase | None) -> Formula:
        """Never an event, under conditions."""
        if any(one.kind == "first" for one in whens) and not any(one.kind in _NEEDS for one in whens):
            raise Unread("it is not clear before what it is not to be done first")
        if any(
            bound.doing is not None for bound in self._outer
        ):  # what you fed is not to be moved afterwards
            whens = [one for one in whens if one.kind not in ("later", "again")]
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
        # not again before it has been cooled
        if again and main is not None and main.kind in ("before", "until"):
            until, happens = self._trigger(self._about(main), "rather")
            if not happens:
                raise Unread("it is not clear how long it is not to be done again")
            return always(op("->", self.guarded(what, True), op("WX", op("W", not_(what), until))))
        if (
            again
            and main is not None
            and main.kind not in ("while", "when", "once", "after", "as_soon", "whatever")
        ):
            raise Unread("it is not clear after what it is not to be done again")
        if row and (main is None or main.kind != "times"):
            raise Unread("it is not clear what is not to be done in a row")
        if len(others) > 1:
            raise Unread("it has more than one condition")
        if main is None:
            if again:
                raise Unread("it is not clear after what it is not to be done again")
            return always(not_(self.guarded(what, True)))
        node = main.node
        match main.kind:
            case "before" | "until" | "unless" | "without_having" | "without_first" | "only_if":
                return self._only_after(what, self._need_of(main))
            case "without_bare":
                term = self.bound_of(thing_of(node)).term
                worn = [one for one in self._w.statives if one == "wearing" and self._w.doing(one, term)]
                found = [one for word in worn or self._w.statives for one in self._w.doing(word, term)]
                if not found:
                    raise Unread("it is not clear what it is to be without that")
                return self._only_after(what, self.scoped(self._choose(found), "need", event=False))
            case "without":
                about = self._about(main)
                noun = any(True for _ in about.find_data("act_noun"))  # without a prior inspection
                either = self._is_act(about) and not first and not noun and not self._goes(about)
                if either and self._choose(["before", "after"]) == "after":
                    then, _ = self._later_event(about)
                    return response(self.guarded(what, True), then)
                return self._only_after(what, self._need_of(main))
            case "without_small" | "with_small":
                bound = self.bound_of(thing_of(node))
                if main.kind == "with_small" and bound.quantity in ("plural", "some plural"):
                    bound.quantity = "any"  # with valves open: with any of them open
                small = self.scoped(
                    self.state(bound, trees_of(node)[-1]),
                    "need" if main.kind == "without_small" else "if",
                    event=False,
                )
                if main.kind == "with_small":
                    return always(not_(all_([self.guarded(what, True), yesterday(small)])))
                return self._only_after(what, small)
            case "while" | "when" | "once" | "after" | "as_soon" | "whatever":
                when, event = self._trigger_of(main)
                if again:
                    what = self.on_the_same(Act(what, "", [], again=True), [when]).formula
                if not event:
                    return always(not_(all_([self.guarded(what, True), yesterday(when)])))
                if main.kind == "while" and not any(one.data == "iffy" for one in trees_of(node)):
                    raise Unread("no two things are done at once")
                if main.soon or main.kind == "as_soon":
                    return always(op("->", when, op("WX", not_(what))))
                if (
                    main.kind == "when"
                    and not again
                    and self._choose(["ever after", "right then"]) == "right then"
                ):
                    return always(op("->", when, op("WX", not_(what))))
                return always(op("->", when, op("WX", always(not_(what)))))
            case "window_first":
                return not_(one_of_next(self.guarded(what, True), self._window(node)))
            case "window_after":
                when, event = self._trigger(self._about(main), "rather")
                if not event:
                    raise Unread("it counts steps from a state")
                number = self._window(node)
                return always(op("->", when, not_(one_of_next(what, number))))
            case "times":
                times = trees_of(node)[0]
                number = self._count_of(times)
                if row:
                    if times.data != "plain_count" or number < 2:
                        raise Unread("it is not clear how often that is forbidden")
                    on_end = what
                    for _ in range(number - 1):
                        on_end = all_([what, op("X", on_end)])
                    return always(not_(on_end))
                if times.data == "more_than":
                    return at_most(number, what)
                if times.data in ("plain_count",) and number > 1:
                    return at_most(number - 1, what)
                raise Unread("it is not clear how often that is forbidden")
            case "at_end":
                effect = None if phrase is None or len(phrase.acts) > 1 else self.effect_of(phrase.acts[0])
                if effect is None:
                    raise Unread("it is not clear what the end of the plan has to do with it")
                return finally_(not_(effect))
            case _:
                raise Unread(odd(main))

    def _only_after(self, what: Formula, need: Formula) -> Formula:
        for bound in self.bounds:  # nothing before the milk: but the milk
            several = bound.term.is_variable and not bound.but and not bound.other
            if several and occurrences(what, bound.symbol) and not occurrences(need, bound.symbol):
                bound.but += [one for one in bound.term.kind.members if self._fulfils(what, bound, one, need)]
        return always(op("->", self.guarded(what, True), yesterday(need)))

    def _fulfils(self, what: Formula, bound: Bound, name: str, need: Formula) -> bool:
        """Whether to do it to a thing is what has to be done first."""
        if not occurrences(need, name):
            return False
        own = replaced(what, bound.symbol, name)
        parts = {str(one) for one in subformulas(need)}
        effect = self._w.effect(own, [NounTerm(name, Kind((name,), "", name))])
        return bool(
            {str(one) for one in subformulas(own) if isinstance(one, Proposition) and one.event} & parts
        ) or (effect is not None and str(effect) in parts)

    def _do(self, phrase: Phrase, whens: list[When]) -> Formula:
        if self.only:
            raise Unread("it is not clear what *only* leaves out")
        for bound in (one for act in phrase.acts for one in self._free(act.formula)):
            if bound.whichever and bound.where and bound.doing is None and not bound.referred:
                bound.quantity = "every"  # wash any dirty cups
        after = len(whens) > 1 and any(
            one.kind == "later" and tokens_of(one.node) == ["after"] for one in whens
        )
        if after and self._choose(["some time after", "right after"]) == "right after":
            whens.append(When("soon", whens[0].node))
        later = any(one.kind == "later" for one in whens)
        becoming = [
            (bound, so) for act in phrase.acts for bound in self._free(act.formula)
            if (so := self.gets_so(bound)) is not None
        ]  # fmt: skip
        if becoming:
            timed = [one for one in whens if one.kind in ("soon", "window")]
            if len(becoming) > 1 or len(phrase.acts) > 1 or len(timed) > 1 or any(
                one.kind not in ("later", "soon", "window") for one in whens
            ):  # fmt: skip
                raise Unread("it has more than one condition")
            steps = None if not timed else 1 if timed[0].kind == "soon" else self._window(timed[0].node)
            return self._when_so(*becoming[0], phrase.acts[0], steps)
        spoken = [one for act in phrase.acts for one in self._free(act.formula) if one.doing is not None]
        if later and len(whens) == 1 and spoken and not any(one.where for one in spoken):
            whens, later = [], False  # every cup that you wash goes on the shelf afterwards
        if later and len(whens) == 1 and not _in_time(whens[0]) and not self._permitted:
            raise Unread("it is not clear after what it is to be done")
        if later and any(bound.where for act in phrase.acts for bound in self._free(act.formula)):
            raise Unread("it is not clear when a thing has to be as is said of it")
        if later and phrase.joined == "and":
            raise Unread("it is not clear after which of several acts")
        whens = [one for one in whens if one.kind != "later"]
        if [one.kind for one in whens] == ["first_of_all"] and len(self._each(phrase)) == 1:
            return op("X", self.scoped(phrase.acts[0].formula, "do"))
        if (
            [one.kind for one in whens] == ["when"]
            and not whens[0].front
            and self._about(whens[0]).data == "earlier_done"
            and self._follows_act
            and self._earlier is not None
        ):  # take it out, and thaw it when that is done
            then = self._chain(phrase.acts)
            return op("F", all_([self._earlier, op("X", then)]))
        for one in whens:
            one.kind = "first" if one.kind == "first_of_all" else one.kind
        if len(whens) > 1:
            whens = [one for one in whens if one.kind != "in_the_end"]
        if phrase.joined == "or" and len(phrase.acts) > 1 and not whens:
            return some_([op("F", self.scoped(one.formula, "do")) for one in phrase.acts])
        if any(one.kind == "said_order" for one in whens):
            closes_again = self._takes_back(phrase)
            if any(one.kind != "said_order" and not (one.kind == "again" and closes_again) for one in whens):
                raise Unread("an order of several acts with a further condition")
            return self._chain(self._one_by_one(phrase))
        counted = [one for one in whens if one.kind in ("window_first", "window_mutual")]
        if counted:
            return self._counted_from(phrase, counted[0], len(whens) > 1)
        soon = any(one.kind == "soon" for one in whens)
        # if you open it, close it before …
        if len(whens) > 1 and any(one.kind == "before_anything" for one in whens):
            whens = [one for one in whens if one.kind != "before_anything"]
            soon = True
        first = any(one.kind == "first" for one in whens)
        windows = [one for one in whens if one.kind == "window"]
        # each time you start it, sound the horn right before
        if any(one.kind == "just_before" for one in whens):
            return self._just_before(phrase, [one for one in whens if one.kind != "just_before"])
        again = any(one.kind == "again" for one in whens)
        never_too = [one for one in whens if one.kind == "without"]
        rest = [one for one in whens if one.kind not in ("soon", "first", "window", "again", "without")]
        if self._permitted and self._earlier is not None and not rest and (soon or again or windows or later):
            then = [self.scoped(one.formula, "do") for one in self._each(phrase)]
            if windows or soon:  # you may open it, but close it within two steps
                number = self._window(windows[0].node) if windows else 1
                return all_([within(self._earlier, one, number) for one in then])
            return all_([response(self._earlier, one) for one in then])
        again = again and not (not rest and phrase.joined == "and" and self._takes_back(phrase))
        if len(rest) == 2 and rest[-1].kind == "before" and self._is_state_condition(rest[0]):
            rest = rest[::-1]
        if len(rest) == 2 and rest[0].kind == "before" and not self._is_state(rest[1]):
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
        if soon and not rest and not windows and self._earlier is not None and self._follows_act:
            then = [self.scoped(one.formula, "do") for one in self._each(phrase)]
            if len(then) == 1 and not again:  # label it and, immediately afterwards, put it back
                return op("F", all_([self._earlier, op("X", then[0])]))
        if len(rest) > 1 or len(windows) > 1 or (windows and soon):
            raise Unread("it has more than one condition")
        if never_too:
            if rest or windows or soon:
                raise Unread("it has more than one condition")
            if self._about(never_too[0]).data == "has_happened":
                raise Unread("it is not clear when that is not to have been done")
            avoided, _ = self._later_event(self._about(never_too[0]))
            return all_(
                [
                    *(op("F", self.scoped(one.formula, "do")) for one in self._each(phrase)),
                    always(not_(avoided)),
                ]
            )
        main = rest[0] if rest else None
        if first and main is None and self._earlier is not None and not soon and not windows and not again:
            # fill it. Before that, open the valve
            done = [self._done_and_holds(one) for one in self._each(phrase)]
            return all_(
                [
                    always(op("->", self._earlier, yesterday(self.scoped(one, "do", event=False))))
                    for one in done
                ]
            )
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
            if again and self._earlier is not None and self._follows_act and len(phrase.acts) == 1:
                act = phrase.acts[0]
                if self.takes_back(act, Act(self._earlier, "", [])):  # attach it. Detach it again
                    return op("F", all_([self._earlier, op("X", op("F", self.scoped(act.formula, "do")))]))
            if again:
                raise Unread("it is not clear after what it is to be done again")
            if windows:
                return self._undone_within(phrase, windows[0])
            self.at_first = True
            found = [self._some_time(one) for one in self._each(phrase)]
            if len(found) > 1 and self._in_order(phrase):
                return self._chain(phrase.acts)
            if len(found) == 1 and isinstance(found[0], Compound) and not found[0].operands:
                raise Unread("there are not so many things")  # *put three cups away*, of which there are two
            if len(found) == 1 and not self._outer and isinstance(found[0], Compound):
                self.event = found[0].operands[0]
                if not self._free(phrase.acts[0].formula):
                    self.event_need = self._done_and_holds(phrase.acts[0])
                    self.event_effect = self.effect_of(phrase.acts[0])
            return all_(found)
        node = main.node
        if windows and main.kind not in ("after", "when", "once", "while", "as_soon"):
            raise Unread("it has more than one condition")
        if again and main.kind in ("before", "at_end", "times", "in_the_end"):
            raise Unread("it is not clear after what it is to be done again")
        match main.kind:
            case "before":
                if soon:
                    return self._right_before(phrase, self._about(main))
                return self._ordered(phrase, self._about(main))
            case _ if soon and main.kind not in ("after", "once", "when", "as_soon", "while", "whatever"):
                raise Unread("it is not clear what *at once* belongs to")
            case "before_anything":
                acts = self._each(phrase)
                if len(acts) > 1 or first:
                    raise Unread("no two things are done at once")
                return op("X", self.scoped(acts[0].formula, "do"))
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
                    effect = self.effect_of(act)
                    if effect is None:
                        raise Unread("what it brings about at the end is not known")
                    done = self._so_from_the_start(effect) and self._choose(["is so", "is done"]) == "is done"
                    so = finally_(self.scoped(effect, "do", event=False))
                    found.append(all_([op("F", self.scoped(act.formula, "do")), so]) if done else so)
                return all_(found)
            case "in_the_end" if any(
                one.anything and one.quantity == "every"
                for act in phrase.acts
                for one in self._free(act.formula)
            ):  # switch everything off before you finish: what can be
                effects = [self.effect_of(act) for act in self._each(phrase)]
                so = [finally_(self.scoped(one, "do", event=False)) for one in effects if one is not None]
                if len(so) < len(effects):
                    raise Unread("what it brings about at the end is not known")
                return all_(so)
            case "in_the_end" if phrase.joined == "and" and self._takes_back(phrase):
                return self._chain(phrase.acts)
            case "in_the_end":
                return all_([op("F", self.scoped(one.formula, "do")) for one in self._each(phrase)])
            case "only_if" | "until":
                if main.kind == "until":
                    raise Unread("it is not clear how something is done until then")
                if len(phrase.acts) == 1 and not self._free(phrase.acts[0].formula):
                    self.event = phrase.acts[0].formula
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
                raise Unread(odd(main))

    def _so_from_the_start(self, effect: Formula) -> bool:
        """Whether what an act brings about is so at first already, of some thing: *wash the trays at the end*."""
        free = self._free(effect)
        if not free or free[0].listed:
            return False  # close the fridge at the end: it is to be closed then
        facts = [replaced(effect, free[0].symbol, one) for one in free[0].term.kind.members]
        return len(free) > 1 or any(self._w.at_first(one) is not False for one in facts)

    def _counted_from(self, phrase: Phrase, when: When, further: bool) -> Formula:
        """*Within the first three steps*, and *within two steps of each other*."""
        if further:
            raise Unread("it has more than one condition")
        acts = [self.scoped(one.formula, "do") for one in self._each(phrase)]
        number = self._window(when.node)
        if when.kind == "window_first":
            return all_([one_of_next(one, number) for one in acts])
        if len(acts) != 2 or self._outer:
            raise Unread("it is not clear which two acts are to be so close")
        return some_([op("F", all_([one, one_of_next(other, number)])) for one, other in (acts, acts[::-1])])

    def _in_between(self, phrase: Phrase, trigger: When, before: When) -> Formula:
        """*If you take it, put it back before closing the shed*."""
        when, event = self._trigger_of(trigger)
        until, happens = self._trigger(self._about(before), "rather")
        if not event or not happens or len(phrase.acts) > 1:
            raise Unread("it has more than one condition")
        then = self.scoped(phrase.acts[0].formula, "do")
        return always(op("->", self._with_restrictions(when), op("WX", op("W", not_(until), then))))

    def _takes_back(self, phrase: Phrase) -> bool:
        """Whether the last of several acts undoes one before it: *open it, take the milk out and close it again*."""
        *before, last = phrase.acts
        return any(self.takes_back(last, one) for one in before)

    def _in_order(self, phrase: Phrase) -> bool:
        """Whether acts are to be done in the order in which they are said: *open it and close it*."""
        acts = phrase.acts
        for place, act in enumerate(acts):
            if any(self.takes_back(act, one) for one in acts[:place]):
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

    def _one_by_one(self, phrase: Phrase) -> list[Act]:
        """The acts of a phrase, and of a list of things each."""
        found: list[Act] = []
        for act in self._each(phrase):
            several = [one for one in self._free(act.formula) if one.quantity in ("all", "plural")]
            if len(several) != 1 or several[0].where or several[0].term.kind.type:
                found.append(act)
                continue
            symbol, members = several[0].symbol, several[0].term.kind.members
            found += [Act(replaced(act.formula, symbol, one), act.verb, act.terms) for one in members]
        if len(found) < 2:
            raise Unread("it is not clear what is to be done in that order")
        return found

    def _times_before(self, act: Act, earlier: When, times: When) -> Formula:
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
            done = op("O", all_([what, yesterday(done)]))
        return always(op("->", self._with_restrictions(when), yesterday(done)))

    def _on_what(self, bound: Bound, act: Act, soon: bool, window: When | None) -> Formula:
        assert bound.doing is not None
        when = self.done_to(bound).formula
        bound.doing = None
        self.outer(bound)
        when = self.guarded(self.scoped(when, "if"), True)
        then = self.scoped(self.on_the_same(act, [when]).formula, "do")
        if soon or window is not None:
            return within(when, then, 1 if window is None else self._window(window.node))
        return response(when, then)

    def _right_before(self, phrase: Phrase, about: Node) -> Formula:
        when, event = self._trigger(about, "rather")
        if not event or len(phrase.acts) > 1:
            raise Unread("it is not clear what is to be done right before what")
        what = self.scoped(phrase.acts[0].formula, "do")
        return always(op("->", self._with_restrictions(when), yesterday(what)))

    def _just_before(self, phrase: Phrase, whens: list[When]) -> Formula:
        if len(whens) != 1 or whens[0].kind not in ("when", "while", "whatever") or len(phrase.acts) > 1:
            raise Unread("it is not clear before what it is to be done")
        when, event = self._trigger_of(whens[0], event=True)
        if not event:
            raise Unread("it is not clear when something is before a state")
        what = self.scoped(phrase.acts[0].formula, "do")
        return always(op("->", self._with_restrictions(when), yesterday(what)))

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
        if any(one.begins is not None for one in later.acts):  # before it is moved: before it is taken up
            formula = some_([one.formula if one.begins is None else one.begins for one in later.acts])
        if self._constants():  # the dirty cup is not dirty any more when it is put away
            raise Unread("it is not clear when a thing has to be as is said of it")
        when = self.guarded(self.scoped(formula, "if"), True)
        if not self._outer and len(later.acts) == 1:
            self.event = later.acts[0].formula
        phrase.acts = [self._on_the_same(act, later) for act in phrase.acts]
        parts: list[Formula] = []
        for at, act in enumerate(phrase.acts):
            if any(self.takes_back(one, act) for one in phrase.acts[at + 1 :]):
                continue  # taken out, and put back in before it is closed: it is in by then
            back = [one.formula for one in phrase.acts[:at] if self.takes_back(act, one)]
            done = self._done_and_holds(
                act, all_([yesterday(op("O", one)) for one in back]) if back else None
            )
            for bound in self._free(act.formula):
                if not bound.where:
                    continue
                if bound.quantity not in ("every", "all", "plural", "some plural") or bound.referred:
                    raise Unread("it is not clear when a thing has to be as is said of it")
                done = self.inner(bound, True, done, False)  # each that is so by then
            parts.append(self.scoped(done, "do", event=False))
        when = self._with_restrictions(when)
        return all_([always(op("->", when, yesterday(part))) for part in parts])

    def _on_the_same(self, act: Act, later: Phrase) -> Act:
        """*Knock before you enter a room*: at that."""
        if not of_anything(act):
            return act
        terms = {term.symbol: term for one in later.acts for term in one.terms}.values()
        found = [(event, term) for term in terms for event in self._w.event(act.verb, [("", term)])]
        if len(found) > 1:
            raise Unread("it does not say to what that is done")
        if not found:
            return act  # pour before you turn on the microwave: anything
        event, term = found[0]
        return Act(event, act.verb, [term])

    def _response(self, phrase: Phrase, main: When, soon: bool, window: When | None, again: bool) -> Formula:
        soon = soon or main.soon or main.kind == "as_soon"
        rather = soon or window is not None or main.kind in ("after", "once")
        if main.kind == "whatever":
            when, event = self._trigger_of(main)
        else:
            about = self._about(main)
            when, event = self._trigger(about, "rather" if rather else "if no state")
        becomes = main.kind != "whatever" and self._about(main).data in ("is_done", "stops_being")
        if not event and becomes and main.kind in ("when", "while", "once", "after", "as_soon"):
            when, event = all_([when, not_(yesterday(when))]), True  # when it gets dirty
        if not event:
            if main.kind not in ("once", "after", "as_soon") and (soon or window is not None):
                raise Unread("it counts steps from a state")
            if main.kind in ("once", "after", "as_soon"):  # once it is hot: when it becomes hot
                either = not (main.front or soon or window is not None)
                if either and self._choose(["duty", "condition"]) == "condition":
                    what = self.scoped(some_([one.formula for one in phrase.acts]), "never")
                    return always(op("->", self.guarded(what, True), yesterday(when)))
                when, event = all_([when, not_(yesterday(when))]), True
            elif main.kind not in ("when", "while"):
                raise Unread("it is not clear from when on that is asked for")
        if not event:
            only = main.node.data != "which_is" and self._choose(["only then", "then"]) == "only then"
            if only:
                what = self.scoped(some_([one.formula for one in phrase.acts]), "never")
                return always(op("->", self.guarded(what, True), yesterday(when)))
            asked = [op("F", self.scoped(one.formula, "do")) for one in phrase.acts]
            return always(op("->", when, some_(asked) if phrase.joined == "or" else all_(asked)))
        if main.kind == "while" and not any(one.data == "iffy" for one in trees_of(main.node)):
            raise Unread("no two things are done at once")
        phrase.acts = [self._on_that(one, main) for one in phrase.acts]
        phrase.acts = [self.on_the_same(one, [when]) for one in phrase.acts]
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
                return always(op("->", when, op("WX", following)))
            return within(when, then[0], 1)
        if window is not None:
            return all_([self._within(when, one, window.node) for one in then])
        if main.kind == "after":
            about = self._about(main)
            if (
                not main.front
                and not self._undoes(phrase, about)
                and self._choose(["duty", "condition"]) == "condition"
            ):
                need = self._needed(about, letter=True)
                return all_([always(op("->", one, yesterday(need))) for one in then])
        return all_([response(when, one) for one in then])

    def _on_that(self, act: Act, main: When) -> Act:
        """*When a tray is dirty, wash*: that tray; after something that is done, it may be anything, too."""
        if not of_anything(act) or main.kind == "whatever":
            return act
        named = [one for node in self._about(main).iter_subtrees() if (one := self._bounds.get(id(node)))]
        terms = {one.symbol: one.term for one in named if one.symbol}.values()
        found = [(event, term) for term in terms for event in self._w.event(act.verb, [("", term)])]
        if len(found) > 1:
            raise Unread("it does not say to what that is done")
        state = self._about(main).data in ("is_so", "is_done", "stops_being")
        if not found or (not state and self._choose(["that", "anything"]) == "anything"):
            return act
        return Act(found[0][0], act.verb, [found[0][1]])

    def _undoes(self, phrase: Phrase, about: Node) -> bool:
        """Whether what is asked for takes back what it is to follow: *close the shed after opening it*."""
        _, _, other = self._situation(about, "rather")
        if other is None:
            return False
        opposite = {one for act in other.acts for one in self._w.opposite(act.verb)}
        things = {term.symbol for act in other.acts for term in act.terms[:1]}
        if any(term.symbol not in things for act in phrase.acts for term in act.terms[:1]):
            return False  # picking up another thing takes nothing back
        return all(
            act.verb in opposite or set(self._w.opposite(act.verb)) & {one.verb for one in other.acts}
            for act in phrase.acts
        )

    def _undone_within(self, phrase: Phrase, window: When) -> Formula:
        """*Close the fridge within two steps*: of opening it."""
        found: list[Formula] = []
        if any(bound.where for act in phrase.acts for bound in self._free(act.formula)):
            raise Unread("it is not clear when a thing has to be as is said of it")
        if len(phrase.acts) > 1:
            raise Unread("it is not clear after which of several acts the steps are counted")
        for act in self._each(phrase):
            verbs = self._w.opposite(act.verb)
            things = [("", term) for term in act.terms[:1]]
            began = [one for verb in verbs for one in self._w.event(verb, things)]
            if not began:  # nothing that it would undo: from the start
                found.append(one_of_next(self.scoped(act.formula, "do"), self._window(window.node)))
                continue
            if len(began) != 1:
                raise Unread("it is not clear after what the steps are counted")
            if "pick up" in verbs and self._choose(["of taking it", "of the start"]) == "of the start":
                found.append(one_of_next(self.scoped(act.formula, "do"), self._window(window.node)))
                continue
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
        return always(op("->", when, op("X", later)))

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

    def _only(self, core: Node, whens: list[When]) -> Formula:
        phrase = self.phrase(doing_of(core))
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
            or (one.kind == "with_small" and core.data in ("only_do", "only_doing"))
        ]
        if len(limits) > 1:
            raise Unread("it is not clear how often that may be done")
        if limits and not whens:
            times = trees_of(limits[0].node)[0]
            if times.data in ("at_most", "plain_count", "exactly"):
                return at_most(self._count_of(times), what)
            raise Unread("it is not clear how often that may be done")
        if (
            not whens
            and not limits
            and core.data == "only_do"
            and len({one.verb for one in phrase.acts}) == 1
        ):
            general = list(self._w.event(phrase.acts[0].verb, ()))
            special = [bound for bound in self._spoken(what) if bound.where]
            if len(phrase.acts) == 1 and len(special) == 1 and len(self._spoken(what)) == 1:
                need = all_(self._restricted(special[0], False))  # only heat full tanks
                special[0].done = True
                return always(op("->", what, yesterday(need)))
            if any(len(act.terms) > 1 or one.is_variable for act in phrase.acts for one in act.terms):
                raise Unread("it is not clear what else is not to be done")
            if all(one.terms for one in phrase.acts) and len(general) == 1:  # only move south or west
                return always(op("->", self.guarded(general[0], True), what))
        if len(needs) != 1 or len(whens) != 1 or limits:
            raise Unread(
                "it says what may be done, but not when, or not how often" if not whens else odd(whens[-1])
            )
        main = needs[0]
        if main.kind == "with_small":  # only with the fridge closed
            held = self.bound_of(thing_of(main.node))
            so = self.scoped(self.state(held, trees_of(main.node)[-1]), "need", event=False)
            return self._only_after(what, so)
        if core.data not in ("only_do", "only_doing") and main.kind != "only_if":
            raise Unread("it permits something, and forbids nothing")
        return self._only_after(what, self._needed(self._about(main)))

    def _sequence_when(self, core: Node, when: When) -> Formula:
        """*If a tray is dirty, wash it and then grease it*."""
        if when.kind not in ("when", "while", "once", "after") or when.soon:
            raise Unread("an order of several acts with a further condition")
        trigger, happens = self._trigger_of(when)
        then = self._sequence(core)
        return always(op("->", self._with_restrictions(trigger), op("X", then) if happens else then))

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
            if one.data == "gapped_thing":  # fetch the milk first, then the juice
                if before is None or not trees_of(before, "object"):
                    raise Unread("it is not clear what is done with that")
                thing, *places = trees_of(one)
                if bool(places) is not bool(trees_of(before, "place")) and places:
                    raise Unread("it is not clear where that is done")
                kept = [
                    child
                    for child in before.children
                    if not (isinstance(child, Tree) and child.data in ("object", "place"))
                ]
                places = places or trees_of(before, "place")
                acts.append(self.act(Tree("act", [*kept, Tree("object", [thing]), *places])))
                continue
            bare, last = only_act(one), _last_act(core)
            if bare is not None and bare.data == "act" and not trees_of(bare) and last is not None:
                acts.append(self.act(Tree("act", [*bare.children, *trees_of(last, "object")])))
                continue  # drain, then clean the tank
            phrase = self.phrase(one)
            if phrase.joined == "or":
                raise Unread("it offers a choice")
            for act in phrase.acts:
                acts.append(self.on_the_same(act, [one.formula for one in acts]))
            before = bare
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

    def _ranked(self, core: Node, whens: list[When], afterwards: bool) -> Formula:
        """The first thing, the next, or the last."""
        if core.data == "do_next_after":
            first, then = (self.phrase(one) for one in trees_of(core) if str(one.data).startswith("doing"))
            if whens or afterwards or len(first.acts) > 1 or len(then.acts) > 1:
                raise Unread("no two things are done at once")
            when = self.guarded(self.scoped(first.acts[0].formula, "if"), True)
            return within(when, self.scoped(then.acts[0].formula, "do"), 1)
        phrase = self.phrase(doing_of(core))
        if core.data == "do_next_when":
            return self._do(phrase, [*whens, When("after", core, soon=True, front=True)])
        if len(phrase.acts) > 1 or afterwards:
            raise Unread("no two things are done at once")
        if core.data == "do_next":
            return self._do(phrase, [*whens, When("soon", core)])
        if whens:
            raise Unread("it has more than one condition")
        what = self.scoped(phrase.acts[0].formula, "do")
        return op("X", what) if core.data == "do_first" else op("F", all_([FINAL, what]))

    def _required(self, core: Node, whens: list[When], afterwards: bool) -> Formula:
        """*Draining it requires that it is cold*."""
        if whens or afterwards:
            raise Unread("it has more than one condition")
        doing, need = trees_of(core)[0], trees_of(core)[-1]
        phrase = self.phrase(doing)
        what = self.scoped(some_([one.formula for one in phrase.acts]), "never")
        return self._only_after(what, self._needed(need))

    def _left_alone(self, core: Node, whens: list[When], afterwards: bool) -> Formula:
        """*Leave it alone*: nothing is done with it; *leave it where it is*: it is not taken away."""
        if afterwards:
            raise Unread("it is not clear from when on that is asked for")
        bound = self.bound_of(thing_of(core))
        if core.data == "leave_be":
            act = self.touched(bound)
        else:
            places = [("", bound.term)]
            found = [one for verb in ("pick up", "take", "move", "push") if verb in self._lexicon.all_verbs
                     and self._w.begins(verb, places) is None for one in self._w.event(verb, places)]  # fmt: skip
            if not found:
                raise Unread("that is nothing that is taken away")
            act = Act(some_(list({str(one): one for one in found}.values())), "take", [bound.term])
        return self._forbidden(self.scoped(act.formula, "never"), whens, Phrase([act]))

    def _only_one_of(self, act: Node | None) -> Node | None:
        """*Only pour acids into flasks*: nothing but acids, or into nothing but flasks."""
        if act is None or act.data != "act":
            return None
        things, places = trees_of(act, "object"), trees_of(act, "place")
        if len(things) != 1 or len(places) != 1 or not tokens_of(places[0], "PREP"):
            return None
        (thing,), (place,) = things, places
        if self._choose(["these", "there"]) == "these":
            thing = Tree("only_object", thing.children)
        else:
            place = Tree("only_place", place.children)
        said = [one for one in act.children if one not in (*things, *places)]
        return Tree("doing_base", [Tree("act", [*said, thing, place])])

    def _afterwards(self, core: Node, phrase: Phrase, whens: list[When]) -> Formula:
        """*Drain the tank. Never open the hatch after that*: what a statement says of one before it."""
        if self._earlier is None or whens:
            raise Unread("it is not clear after what")
        if self._permitted and core.data == "do":
            return response(self._earlier, self._event(phrase, "do"))
        if core.data == "never":
            return always(op("->", self._earlier, op("WX", always(not_(self._event(phrase, "never"))))))
        return op("F", all_([self._earlier, op("X", op("F", self._event(phrase, "do")))]))

    def _done_after(self, core: Node) -> Formula:
        """*… and seal it afterwards*: after what the statement before is about."""
        phrase = self.phrase(doing_of(core))
        if self._earlier is None or phrase.joined == "or":
            raise Unread("it is not clear after what")
        return all_([response(self._earlier, self.scoped(one.formula, "do")) for one in phrase.acts])

    def _some_time(self, act: Act) -> Formula:
        """An act is done some time; where things are counted, to each of them at a time of its own."""
        if not self._free(act.formula):
            self.event, self.event_need = act.formula, self._done_and_holds(act)
        if any(bound.quantity == "count" for bound in self._free(act.formula)):
            return self.scoped(op("F", act.formula), "do", event=False)
        return op("F", self.scoped(act.formula, "do"))

    def _of_each_such(self, bound: Bound, act: Act) -> Formula:
        """*Fragile parcels must be wrapped*: those that are so at first; or whenever one is, if that can change."""
        universal = bound.quantity in ("every", "all", "plural", "some plural")
        if (becoming := self.gets_so(bound)) is not None:
            return self._when_so(bound, becoming, act, None)
        if not (bound.where and universal) or bound.doing is not None or bound.referred:
            return self._some_time(act)
        if self._is_fixed(bound) or self._choose(["at first", "whenever"]) == "at first":
            self.at_first = True
            return self._some_time(act)
        self.outer(bound)
        such = all_(self._restricted(bound, False))
        bound.done = True
        return always(op("->", such, op("F", self.scoped(act.formula, "do"))))

    def _when_so(self, bound: Bound, so: Formula, act: Act, steps: int | None) -> Formula:
        """*Cups that get dirty must be washed*: whenever one gets so; within so many steps, if that is said."""
        if bound.quantity not in ("every", "all", "plural", "some plural", "any"):
            raise Unread("it is not clear when a thing has to be as is said of it")
        self.outer(bound)
        bound.done = True
        then = self.scoped(act.formula, "do")
        return response(so, then) if steps is None else within(so, then, steps)

    def _each(self, phrase: Phrase) -> list[Act]:
        if phrase.joined == "or":
            raise Unread("it offers a choice")
        for act in phrase.acts:
            if not act.terms and isinstance(act.formula, Proposition) and act.formula.args != ():
                raise Unread(f"it does not say what to {act.verb}")
        return phrase.acts


def of_anything(act: Act) -> bool:
    """Whether an act is done to something, and is not said to what: *knock*."""
    return not act.terms and elided(act.formula)


def _in_time(when: When) -> bool:
    """*Eventually*, and not after something."""
    return tokens_of(when.node)[:1] not in (["after"], ["afterwards"], ["later"], ["later on"])


def _last_act(core: Node) -> Node | None:
    steps = [one for one in trees_of(core) if str(one.data).startswith("doing")]
    return only_act(steps[-1]) if steps else None


def _at_least(times: int, what: Formula) -> Formula:
    formula = op("F", what)
    for _ in range(times - 1):
        formula = op("F", all_([what, op("X", formula)]))
    return formula


def odd(when: When) -> str:
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


_NEEDS = frozenset(["before", "until", "unless", "without", "without_having", "without_first", "only_if"])
