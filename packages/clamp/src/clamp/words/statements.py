"""Which rule a statement is: what is asked for, and when, put together."""

from __future__ import annotations

from lark import Token, Tree

from clamp.planning.rules.book import MAX_COUNT, at_most, one_of_next, response, within
from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition
from clamp.words.acts import Acts, odd, of_anything
from clamp.words.conditions import CONDITIONS, EVENTUALITIES, FRONTS, When
from clamp.words.english import these
from clamp.words.formulas import FINAL, all_, always, finally_, not_, op, replaced, some_, yesterday
from clamp.words.reading import (
    GIVING,
    THINGS,
    Act,
    Bound,
    Node,
    Phrase,
    Unread,
    doing_of,
    number_of,
    only_act,
    thing_of,
    tokens_of,
    tree,
    trees_of,
)
from clamp.words.wording import Kind, NounTerm


class Statement(Acts):
    """One statement; `rule` is what it asks for."""

    def rule(self) -> Formula:
        """The rule in this sense.

        Raises:
            Unread: If it has none.
        """
        self.bind_all()
        for bound in self.bounds:
            self._check_described(bound)
        needing = any(True for _ in self._node.find_data("needing"))
        if needing and any(bound.quantity == "no" for bound in self.bounds):
            raise Unread("it says what need not be")
        core: Node | None = None
        whens: list[When] = []
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
                whens[-1].front = core is None
            else:
                inner = [one for one in trees_of(child) if one.data in CONDITIONS]
                if inner and child.data == "never":  # casting off with a ramp lowered is forbidden
                    whens += [self._when(one) for one in inner]
                    child = Tree(child.data, [one for one in child.children if one not in inner])
                core = child
        assert core is not None
        for one in whens:
            if trees_of(one.node, "such_word") and self.bound_of(thing_of(one.node)).symbol[:1] != "@":
                raise Unread("it is not clear what goes with what")
            if one.kind == "provided":  # you may, provided that …
                named = [self._bounds.get(id(node)) for node in core.iter_subtrees()]
                denied = any(bound is not None and bound.quantity == "no" for bound in named)  # none may …
                one.kind = "only_if" if core.data in _ALLOWING and not denied else "while"
                if one.kind == "only_if" and self._about(one).data in ("happens", "not_happens", "has_to"):
                    raise Unread("it is not clear whether that is to be done before, or after")
        if needing and (core.data == "never" or any(one.kind == "only_if" for one in whens)):
            raise Unread("it says what need not be")
        several = any(True for name in ("and_acts", "or_acts") for _ in self._node.find_data(name))
        for bound in self.bounds if several else ():
            if bound.where and not bound.term.is_variable and self._is_the_one(bound):
                bound.where = []  # wash the dirty cup and put it on the shelf
        if several and any(bound.where for bound in self.bounds):
            raise Unread("it is not clear how far what is said of a thing reaches among several acts")
        behind = any(one.kind == "after_that" for one in whens)
        if behind and any(one.kind in ("after", "once", "when", "while", "as_soon") for one in whens):
            behind = False  # if you feed it, do not move it after that
        afterwards = afterwards or behind
        if any(one.kind == "floated" for one in whens):
            self._float([one for one in whens if one.kind == "floated"])
            whens = [one for one in whens if one.kind != "floated"]
        there = [self._with_it_there(one) for one in self._node.find_data("with_it_there")]
        self._guards += there
        formula = self._rule(core, [one for one in whens if one.kind not in _NOTHING], afterwards)
        formula = self.closed(formula)
        if any(str(one) not in str(formula) for one in there):
            raise Unread("it is not clear when it is there")
        self.all_heeded()
        return formula

    def _with_it_there(self, node: Node) -> Formula:
        """*The tank it is in*: that it is there, whichever it is."""
        place, inner = self.bound_of(node), trees_of(node, "it_there")[0]
        thing = self.bound_of(thing_of(inner))
        found = self._w.relation(tokens_of(inner, "PREP")[0], thing.term, place.term)
        if thing is place or not found:
            raise Unread("that is nowhere that it can be")
        self.outer(place)
        return self._choose(found)

    def _float(self, floated: list[When]) -> None:
        """*The dogs must be fed, all of them*: that is said of the first things that are named."""
        several = [one for one in self.bounds if one.quantity in ("plural", "all", "some plural", "every")]
        numbers = [number_of(one.node) for one in floated if tokens_of(one.node, "NUM")]
        if (
            len(several) != 1
            or len(floated) > 1
            or any(one != len(several[0].term.kind.members) for one in numbers)
        ):
            raise Unread("it is not clear of what all that is said")
        if several[0].quantity != "every":
            several[0].quantity = "all"

    def permit(self) -> None:
        """Take in what it allows, of which what is said next may speak."""
        self.bind_all()
        core = next(one for one in trees_of(self._node) if one.data not in FRONTS)
        if core.data == "may_do":
            self._core = core
            phrase = self.phrase(doing_of(core))
            if len(phrase.acts) == 1 and not self._free(phrase.acts[0].formula):
                self.event, self.permitted = phrase.acts[0].formula, True

    def is_fact(self) -> bool:
        """Whether what is told is so at first, of things that are named."""
        bound = self.bound_of(thing_of(self._node))
        state = self.state(bound, trees_of(self._node)[-1])
        for member in bound.term.kind.members if bound.term.is_variable else ("",):
            if not self._w.at_first(replaced(state, bound.symbol, member) if member else state):
                return False
        return bound.quantity in ("the", "all", "plural", "every")

    def _fronted(self, node: Node) -> bool:
        for child in trees_of(self._node):
            if child.data not in FRONTS and child.data not in CONDITIONS:
                return False
            if any(one is node for one in child.iter_subtrees()):
                return True
        return False

    def _rule(self, core: Node, whens: list[When], afterwards: bool) -> Formula:
        self._core = core
        if any(one.kind == "times" for one in whens) and core.data in ("do", "never", "may_do"):
            for one in self.bounds:  # never wash the same cup twice
                if one.same:
                    one.same, one.quantity = False, "every"
        if any(one.same for one in self.bounds) and core.data in _NO_STATE:
            raise Unread("it is not clear the same as what")
        self.conditioned = bool(whens)
        if self._said_again(core) and not any(one.kind == "again" for one in whens):
            whens = [*whens, When("again", core)]
        whens = self._excused(core, whens)
        self.asks_act = core.data in ("do", "sequence", "goes", "get")
        self.ended = core.data in ("must_end_up", "not_left") or any(
            one.kind in ("at_end", "in_the_end") for one in whens
        )
        whens = self._whatever_else(core, whens)
        core, whens = self._in_plainer_words(core, whens)
        if core.data in ("sequence", "in_order"):
            whens = [one for one in whens if one.kind != "said_order"]
            if any(True for _ in self._node.find_data("straight")):
                raise Unread("it is not clear after what it is to be done at once")
            if afterwards or len(whens) > 1:
                raise Unread("an order of several acts with a further condition")
            return self._sequence_when(core, whens[0]) if whens else self._sequence(core)
        if core.data in ("do_first", "do_last", "do_next", "do_next_after", "do_next_when"):
            return self._ranked(core, whens, afterwards)
        if core.data == "requires":
            return self._required(core, whens, afterwards)
        if core.data == "not_both_acts":
            return self._not_both_acts(core, whens)
        if core.data == "nothing_else":  # slice the tomato, but nothing else
            return self._nothing_else(core, whens)
        if core.data == "only_so_many":
            return self._only_so_many(core, whens)
        if core.data == "so_many_acts":
            return self._so_many_acts(core, whens)
        if core.data == "worn_or_not":  # gloves go on before …
            return self._do(Phrase([self._put_on(core)]), whens)
        if core.data == "only_then_act":
            return self._only_then_act(core, whens)
        if core.data == "verbless":
            said_of = self.bound_of(thing_of(core)).quantity
            kinds = {one.kind for one in whens}
            ended = said_of != "count" and bool(kinds)
            if not kinds <= {"always", "at_end", "in_the_end"} or (
                said_of not in ("no", "two") and not ended
            ):
                raise Unread("it has no verb")
            if said_of not in ("no", "two"):  # all the pots back in the cupboard when we shut
                core = Tree("verbless_so", core.children)
        if core.data == "must_be_in_turn":
            return self._in_turn(core, whens)
        if core.data == "done_in_turn":
            return self._one_after_another(core, whens)
        if any(True for _ in self._node.find_data("straight")):  # go straight to the fridge
            if core.data != "do" or not whens:
                raise Unread("it is not clear after what it is to be done at once")
            if not any(one.kind == "soon" or one.soon for one in whens):
                whens = [*whens, When("soon", core)]
        if core.data in ("only_then_be", "only_then_do"):
            return self._only_then(core, whens, afterwards)
        if core.data in ("leave_be", "leave_there"):
            return self._left_alone(core, whens, afterwards)
        if core.data in ("do", "never"):
            node = doing_of(core)
            phrase = self._of_whatever(node, whens) or self.phrase(node)
            self._subject = self._spoken_of_first(phrase)
            further = self._node.data == "further" and bool(self._known)
            if further and not trees_of(node, "act_of") and any(of_anything(act) for act in phrase.acts):
                raise Unread("it does not say to what that is done")
            elided = not self.bounds or any(one.kind == "whatever" for one in whens)
            if core.data == "do" and elided and any(of_anything(act) for act in phrase.acts):
                raise Unread("it does not say to what that is done")
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
                bound.quantity = "every" if any(one.kind == "times" for one in whens) else "any"
            if self.only or denied:
                return self._never(phrase, whens)
            return self._do(phrase, whens)
        if afterwards and core.data in ("keep", "leave", "must_not_be", "must_be_always", "leave_be"):
            return self._from_then_on(core, whens)
        if afterwards:
            raise Unread("it is not clear from when on that is asked for")
        if core.data == "may_do":
            phrase = self.phrase(doing_of(core))
            free = [one for act in phrase.acts for one in self._free(act.formula)]
            if not whens and len(phrase.acts) == 1 and any(one.count[0] == "at most" for one in free):
                return self._some_time(phrase.acts[0])  # you may put no more than two things there
            but = [one for one in free if one.but and one.quantity in ("any", "every", "all", "plural")]
            if but and len(but) == len(free) == 1 and not whens and not but[0].where and not but[0].other:
                act = phrase.acts[0]  # you may unlock any room but the vault: not the vault
                kind = Kind(tuple(but[0].but), "", "")
                excepted = Bound(self._variable(kind, "x"), "any", noun=but[0].noun)
                self._bounds[id(excepted)] = excepted
                self._order.append(id(excepted))
                what = replaced(act.formula, but[0].symbol, excepted.symbol)
                return self._forbidden(self.scoped(what, "never"), [], Phrase([act]))
            none = [one for one in free if one.quantity == "no"]
            if none:  # you may take no tool
                for bound in none:
                    bound.quantity = "any"
                return self._never(phrase, whens)
        if core.data == "only_last":  # harvest ripe tomatoes only
            act = only_act(doing_of(core))
            if act is None or whens or trees_of(act, "place"):
                raise Unread("it is not clear what *only* leaves out")
            core = Tree("only_do", core.children)
        alone = None if core.data != "only_do" or whens else self._only_one_of(only_act(doing_of(core)))
        if alone is not None:  # only tow gliders to the apron
            return self._never(self.phrase(alone), whens)
        if core.data in ("only_do", "only_doing", "may_do", "may_doing"):
            return self._only(core, whens)
        if core.data in ("only_may_be", "may_be_only"):
            return self._only_state(core, whens)
        there = core.data in ("keep", "leave") and any(True for _ in core.find_data("place_there"))
        if there and self._follows_act and self._earlier is not None and self._earlier_effect is not None:
            for node in core.iter_subtrees():  # put it on the table, and leave it there
                if id(node) in self._bounds:
                    self.bound_of(node)
            lies = isinstance(self._earlier_effect, Proposition) and len(self._earlier_effect.args or ()) > 1
            if whens or not lies or thing_of(core).data != "pronoun":
                raise Unread("it is not clear where that is to be kept")
            return op("F", all_([self._earlier, always(self._earlier_effect)]))
        if core.data == "no_such":
            return self._no_such(core, whens)
        if core.data == "only_place_for":
            return self._only_place_for(core, whens)
        if core.data == "only_goes":  # only food goes in the fridge
            act = self._put_there(self._others(self.bound_of(thing_of(core)), self._sort), trees_of(core)[-1])
            self.only = False
            return self._forbidden(self.scoped(act.formula, "never"), whens, Phrase([act]))
        if core.data in ("only_gap", "only_gap_back"):  # it is the only thing that you may take out
            things = [one for one in trees_of(core) if id(one) in self._bounds]
            self._of_sort(core, things[0])
            other = self._others(self.bound_of(things[0]), self._sort)
            act = self.act(trees_of(core, "act_gap")[0], other)
            self.only = False
            return self._forbidden(self.scoped(act.formula, "never"), whens, Phrase([act]))
        if core.data == "worn_never":  # the oven never goes off before …
            act = self._put_on(core)
            return self._forbidden(self.scoped(act.formula, "never"), whens, Phrase([act]))
        if core.data == "gets_thing":
            return self._gets_thing(core, whens)
        if core.data == "be_ranked":
            return self._be_ranked(core, whens)
        if core.data == "none_sharing" and self.bound_of(thing_of(core)).quantity != "two":
            raise Unread("it permits something, and forbids nothing")
        if core.data in ("not_same", "not_sharing", "none_sharing", "kept_apart"):
            return self._not_same(core, whens)
        if core.data in ("agent_must", "agent_must_not", "agent_base", "agent_must_not_base", "keep_agent"):
            return self._agent(core, whens)
        return self._state(core, whens)

    def _whatever_else(self, core: Node, whens: list[When]) -> list[When]:
        """*Never open it, not even if it is cold*: what is never to be is not so then, either."""
        for when in (one for one in whens if one.kind == "even_if"):
            if core.data not in _STEADY or len(whens) > 1:
                raise Unread("it is not clear what *even* belongs to")
            self._situation(self._about(when))
        return [one for one in whens if one.kind != "even_if"]

    def _in_plainer_words(self, core: Node, whens: list[When]) -> tuple[Node, list[When]]:
        """What means the same as another construction, in that one."""
        things = [one for one in trees_of(core) if id(one) in self._bounds]
        match core.data:
            case "do_from_the_start" | "get_from_the_start" | "get_within":  # four steps to get it closed
                done = core.data == "do_from_the_start"
                asked = Tree("do", [doing_of(core)]) if done else Tree("get", [things[0], trees_of(core)[-1]])
                kind = "window" if core.data == "get_within" else "window_first"
                return asked, [*whens, When(kind, tree("window", trees_of(core, "window")))]
            case "do_within_after":  # you have two steps after opening it to close it
                after = next(one for one in trees_of(core) if one.data in EVENTUALITIES)
                window = tree("window_after", [tree("window", trees_of(core, "window")), after])
                return Tree("do", [trees_of(core)[-1]]), [*whens, When("window_after", window)]
            case "gets_his":  # Mrs Hart must have her ibuprofen
                given = Tree(
                    "one", [Tree("the", []), *[one for one in core.children if isinstance(one, Token)]]
                )
                self._order.append(id(given))
                self._bounds[id(given)] = self._named(given)
                return Tree("gets_thing", [things[0], given]), whens
            case "have" if any(one.kind in ("window", "window_first", "window_after") for one in whens):
                return Tree("must_get", core.children), whens  # have it picked up by step three
            case "stay_so":  # once it is clean, keep it that way
                return Tree("keep", [things[0], self._so_far(whens, things[0])]), whens
            case "must_not_too":  # if the butter is put there, the cheese must not
                what = self._so_far(whens)
                if what.data == "place":
                    return Tree("goes_not", [things[0], what]), whens
                return Tree("must_not_be", [things[0], what]), whens
            case "must_be_so_too":  # if the heater is on, the fan must be, too
                return Tree("must_be", [things[0], self._so_far(whens)]), whens
            case "so_many_per":  # at most two dogs per pen
                if self.bound_of(things[0]).count[0] != "at most" and not trees_of(core, "capped"):
                    raise Unread("it is not clear whether there have to be so many")
                each = Tree(
                    "one", [Tree("every", []), *[one for one in core.children if isinstance(one, Token)]]
                )
                self._order.append(id(each))
                self._bounds[id(each)] = self._named(each)
                return self._at_most_there(Tree("most_in_it", [things[0], each]), [things[0], each]), whens
            case "fits_in":
                bound = self.bound_of(things[0])
                if bound.quantity != "count" or bound.count[0] not in ("at most", "only"):
                    raise Unread("it is not clear how many there may be")
                return self._at_most_there(Tree("room_for_back", core.children), things), whens
            case "at_most_so" | "most_in_it" | "most_in_it_back" | "room_for" | "room_for_back":
                return self._at_most_there(core, things), whens
            case "only_goes_just" if self.bound_of(things[0]).quantity == "the":
                raise Unread("it is not clear whether that is to go there, or is all that may")
            case "only_goes_bare" | "only_goes_just":
                return Tree("only_goes", [things[0], *next(core.find_data("located")).children]), whens
            case "only_where" | "only_where_done" | "only_where_but":
                return self._only_there(core, things), whens
            case "do_within":  # you have four steps to close it
                return Tree("do", [doing_of(core)]), [
                    *whens,
                    When("window", tree("window", trees_of(core, "window"))),
                ]
            case "free_but" | "free_but_there":  # take whatever you like, but not the knife
                token = next(one for one in core.children if isinstance(one, Token) and one.type[:1] == "V")
                there = [one for one in core.children if isinstance(one, Token) and one.type == "PREP"]
                places = [Tree("place", [there[0], things[-1]])] if there else []
                act = Tree("act", [token, Tree("object", [things[0]]), *places])
                return Tree("never", [Tree("doing_base", [act])]), whens
            case "only_thing" | "only_thing_back":
                thing = things[-1 if core.data == "only_thing" else 0]
                self._of_sort(core, thing)
                return Tree("only_may_be", [thing, trees_of(core, "predicate")[0]]), whens
            case "reserved_for":  # the dryer is for linen only
                if things[0].data == "pronoun":  # beside another demand it may be an exception
                    raise Unread("it is not clear what is left out")
                to = Tree("only_place", [Token("PREP", "to"), things[1]])
                given = Tree("adjective", [Token("VDONE", "given"), to])
                receiver = self.bound_of(things[1])
                if self._w.event("give", [("", self.bound_of(things[0]).term), ("to", receiver.term)]):
                    return Tree(
                        "must_be", [things[0], Tree("predicate", [Tree("simple_predicate", [given])])]
                    ), whens
                there = self._somewhere_there(things[1], things[0], [])
                return Tree("only_goes", [things[1], next(there.find_data("place"))]), whens
            case "holds_not" | "holds_may":  # the sink must never hold two things
                if core.data == "holds_may" and self.bound_of(things[0]).quantity == "any":
                    self.bound_of(things[0]).quantity = "every"  # a pen may hold only one dog
                there = self._somewhere_there(things[1], things[0], ["in", "on", "at"])
                together = [*trees_of(core, "together")]
                core = Tree("must_not_be" if core.data == "holds_not" else "may_be", [things[1], there])
                return core, [*whens, *(When("together", one) for one in together)]
            case "only_thing_not":
                self._of_sort(core, things[-1])
                return Tree("must_not_be", [things[-1], trees_of(core, "predicate")[0]]), whens
            case "only_thing_goes" | "only_thing_goes_back":
                thing = things[-1 if core.data == "only_thing_goes" else 0]
                self._of_sort(core, thing)
                return Tree("only_goes", [thing, trees_of(core, "place")[0]]), whens
            case "stay_away":
                return Tree("agent_must_not", [Tree("agent_at", [things[0]])]), whens
            case "verbless" if self.bound_of(thing_of(core)).count[0] in ("at most", "exactly", "only"):
                return Tree("may_be", core.children), whens  # no more than two things in the basket
            case "verbless_so":  # all drawers closed at the end
                ends = ("at_end", "in_the_end", "always")
                if not whens or any(one.kind not in (ends if one.front else _WITHOUT_VERB) for one in whens):
                    raise Unread("it has no verb")
                bound = self.bound_of(thing_of(core))
                bound.quantity = "plural" if bound.quantity == "some plural" else bound.quantity
                return Tree("must_be", core.children), whens
            case "do_before":  # you must have washed it before …, within two steps of …
                if [one.kind for one in whens if one.kind != "first"] not in (["before"], ["window_after"]):
                    raise Unread("it is not clear by when that is to have been done")
                return Tree("do", core.children), whens
            case "banned_from" | "banned_in" | "no_place_for":
                thing, place = things[::-1] if core.data == "no_place_for" else things
                there = self._somewhere_there(thing, place, tokens_of(core, "PREP"))
                return Tree("must_not_be", [thing, there]), whens
            case "needs_in_turn":
                verbs = [one for one in core.children if isinstance(one, Token)]
                done = [self._lexicon.participle(one.type, " ".join(str(one).split())) for one in verbs]
                return Tree(
                    "must_be_in_turn",
                    [things[0], *(Tree("adjective", [Token("VDONE", one)]) for one in done)],
                ), whens
            case "goes_back":  # it goes back in
                back = Tree("simple_predicate", [Tree("adjective", [Token("VDONE", "put back")])])
                return Tree("must_get", [things[0], Tree("predicate", [back])]), whens
            case "stays_in":
                return Tree("keep", [things[0], self._where_it_is(things[0], things[1])]), whens
            case _:
                return core, whens

    def _so_far(self, whens: list[When], thing: Node | None = None) -> Node:
        """How a thing is by the condition before it: *that way*, *too*."""
        about = [
            self._about(one) for one in whens if one.kind in ("when", "while", "once", "after", "as_soon")
        ]
        if len(about) != 1 or about[0].data not in ("is_so", "is_done", "has_been", "goes_there"):
            raise Unread("it is not clear how that is to be")
        if thing is not None and self.bound_of(thing) is not self.bound_of(thing_of(about[0])):
            raise Unread("it is not clear how that is to be")
        if thing is None and any(True for _ in about[0].find_data("negation")):
            raise Unread("it is not clear whether that is to be so, or not to be so")
        return trees_of(about[0])[-1]

    def _at_most_there(self, core: Node, things: list[Node]) -> Node:
        """*One room unlocked at a time*, *two dogs is the limit for the pen*, *the shelf holds three cups*."""
        what = things[-1] if core.data in ("most_in_it_back", "room_for") else things[0]
        place = {"most_in_it": things[-1], "most_in_it_back": things[0], "room_for": things[0],
                 "room_for_back": things[-1]}.get(str(core.data))  # fmt: skip
        bound = self.bound_of(what)
        if (
            bound.quantity == "any" and trees_of(what, "a") and not bound.plural
        ):  # one guest to a table at most
            bound.quantity, bound.count = "count", ("so many", 1)
        if bound.quantity != "count" or bound.count[0] not in ("so many", "only", "at most", "exactly"):
            raise Unread("it is not clear how many there may be")
        bound.count = ("at most", bound.count[1])
        if place is not None and self.bound_of(place).quantity == "any":
            self.bound_of(place).quantity = "every"  # a pen holds two dogs: each does
        if place is None:
            such = next(one for one in trees_of(core) if one is not what and one.data != "together")
            such = Tree("predicate", [Tree("simple_predicate", [such])])
            return Tree("may_be", [what, Tree("together", []), such])  # so at a time, and not done so often
        said = tokens_of(core, "PREP") if core.data == "room_for_back" else ["in", "on", "at"]
        return Tree("may_be", [what, self._somewhere_there(what, place, said)])

    def _only_there(self, core: Node, things: list[Node]) -> Node:
        """*The shelf is the only place where a cup may be put*: it is put nowhere else."""
        place = things[0]
        self._of_sort(core, place)
        done = [one for one in trees_of(core) if one.data == "adjective"]
        act = only_act(doing_of(core)) if not done else done[0]
        if act is None or act.data not in ("act", "adjective") or trees_of(act, "place"):
            raise Unread("it is not clear where else that is not to be done")
        for preposition in ("in", "on", "at", "to"):
            there = Tree(act.data, [*act.children, Tree("only_place", [Token("PREP", preposition), place])])
            try:
                found = self.passive(self.bound_of(things[-1]), there) if done else self.act(there)
            except Unread:
                continue
            finally:
                self.only = False
            if found is not None and done:
                such = Tree("predicate", [Tree("simple_predicate", [there])])
                return Tree("must_be", [things[-1], such])
            if found is not None:
                return Tree("do", [Tree("doing_base", [there])])
        raise Unread("it is not clear where else that is not to be done")

    _sort: Kind | None = None

    def _of_sort(self, core: Node, thing: Node) -> None:
        """*The only tool that*: of which sort the others are, of which that is said."""
        for noun in (
            *tokens_of(core, "NOUN"),
            *(self._lexicon.singular(one) for one in tokens_of(core, "NOUNS")),
        ):
            if noun == "thing":
                continue
            bound = self.bound_of(thing)
            members = set(bound.term.kind.members if bound.term.is_variable else (bound.symbol,))
            fitting = [one for one in self._w.nouns[noun] if members <= set(one.members)]
            if not fitting:
                raise Unread("it is not one of what is spoken of")
            self._sort = self._choose(fitting)

    def _somewhere_there(self, thing: Node, place: Node, said: list[str]) -> Node:
        """That a thing is at a place, in the one way in which it can be there."""
        subject, there = self.bound_of(thing), self.bound_of(place)
        for preposition in said or ("in", "on", "at"):
            if self._w.relation(preposition, subject.term, there.term):
                return Tree(
                    "predicate",
                    [
                        Tree(
                            "simple_predicate",
                            [Tree("located", [Tree("place", [Token("PREP", preposition), place])])],
                        )
                    ],
                )
        raise Unread("that is nowhere that it can be")

    def _where_it_is(self, thing: Node, place: Node) -> Node:
        """The place that a thing must not leave: it has to be there at first."""
        subject, there = self.bound_of(thing), self.bound_of(place)
        for preposition in ("in", "on", "at"):
            found = list(self._w.relation(preposition, subject.term, there.term))
            if found and (subject.term.is_variable or any(self._w.at_first(one) for one in found)):
                located = Tree("located", [Tree("place", [Token("PREP", preposition), place])])
                return Tree("predicate", [Tree("simple_predicate", [located])])
        raise Unread("it is not there at first")

    def _of_whatever(self, node: Node, whens: list[When]) -> Phrase | None:
        """*Whatever you open you must close*: what is done to that."""
        act = only_act(node)
        spoken = [one for one in whens if one.kind == "whatever"]
        if not spoken or act is None or act.data != "act" or trees_of(act, "object"):
            return None
        return Phrase([self.act(act, self.bound_of(spoken[0].node))])

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

    def _only_then(self, core: Node, whens: list[When], afterwards: bool) -> Formula:
        """*Only once it is cold may it be drained*."""
        if whens or afterwards:
            raise Unread("it has more than one condition")
        need = next(one for one in trees_of(core) if one.data in EVENTUALITIES)
        if core.data == "only_then_be":
            return self._allowed(self.bound_of(thing_of(core)), trees_of(core)[-1], need)
        phrase = self.phrase(doing_of(core))
        what = self.scoped(some_([one.formula for one in phrase.acts]), "never")
        return self._only_after(what, self._needed(need))

    def _only_then_act(self, core: Node, whens: list[When]) -> Formula:
        """*Rinse the beaker, and only then fill it*."""
        phrase = self.phrase(doing_of(core))
        if whens or self._earlier_need is None:
            raise Unread("it is not clear after what")
        parts: list[Formula] = []
        for act in self._each(phrase):
            what = self.scoped(act.formula, "do")
            parts += [op("F", what), always(op("->", what, yesterday(self._earlier_need)))]
        return all_(parts)

    def _counted_verb(self, core: Node) -> Formula:
        """What is counted: *pick ups*, *move actions*."""
        token = next(one for one in core.children if isinstance(one, Token) and one.type != "NOUN")
        word = " ".join(str(token).split())
        verbs = (
            [self._lexicon.counted[word]]
            if token.type == "VCOUNT"
            else self._lexicon.verbs_of(token.type, word)
        )
        places: list[tuple[str, NounTerm]] = []
        for noun in tokens_of(core, "NOUN"):
            kind = self._choose(self._w.nouns[noun])
            places = [("", NounTerm("?x", kind))]
        found = {str(one): one for verb in verbs for one in self._w.event(verb, places)}
        if len(found) != 1:
            raise Unread("it is not clear what is counted")
        event = next(iter(found.values()))
        return event if not places else replaced(event, "?x", ANY)

    def _only_so_many(self, core: Node, whens: list[When]) -> Formula:
        """*Only 15 block pick ups are allowed*."""
        if any(one.kind != "always" for one in whens):
            raise Unread("it counts acts under a condition")
        return at_most(self._number(core), self._counted_verb(core))

    def _so_many_acts(self, core: Node, whens: list[When]) -> Formula:
        """*You must take exactly two move actions before taking a coin*."""
        if len(whens) != 1 or whens[0].kind != "before":
            raise Unread("it is not clear by when that is counted")
        when, event = self._trigger(self._about(whens[0]), "rather")
        if not event:
            raise Unread("it is not clear when something is before a state")
        what, number = self._counted_verb(core), self._number(core)

        def done(times: int) -> Formula:
            return op("O", what if times == 1 else all_([what, yesterday(done(times - 1))]))

        need = all_([done(number), not_(done(number + 1))])
        when = self._with_restrictions(when)
        no_more = op("->", done(number + 1), op("O", when))
        return all_([always(op("->", when, yesterday(need))), always(no_more)])

    def _number(self, core: Node) -> int:
        number = number_of(trees_of(core, "number")[0])
        if not 0 < number <= MAX_COUNT:
            raise Unread(f"it counts beyond {MAX_COUNT}")
        return number

    def _nothing_else(self, core: Node, whens: list[When]) -> Formula:
        phrase = self.phrase(doing_of(core))
        act = phrase.acts[0]
        general = list(self._w.event(act.verb, ()))
        named = self._free(act.formula)
        if whens or len(phrase.acts) > 1 or len(act.terms) != 1 or len(general) != 1:
            raise Unread("it is not clear what else is meant")
        if any(
            one.where or one.doing is not None or one.quantity not in ("all", "any", "plural")
            for one in named
        ):
            raise Unread("it is not clear what else is meant")
        exact = act.formula
        for one in named:
            exact = self.inner(one, False, exact, True)
        return always(op("->", general[0], exact))

    def _not_both_acts(self, core: Node, whens: list[When]) -> Formula:
        """*Mow the one lawn or the other, but not both*: beside that one of them is mown."""
        if core.data == "not_both_acts" and not any(
            str(one.data).startswith("doing") for one in trees_of(core)
        ):
            put = self._put_there(self.bound_of(thing_of(core)), trees_of(core)[-1])
            phrase = Phrase([put])  # either the milk or the juice goes in
        else:
            phrase = self.phrase(doing_of(core))
        acts = [one.formula for one in phrase.acts]
        several = [
            one for one in self._free(acts[0]) if one.quantity == "any" and len(one.term.kind.members) == 2
        ]
        if len(acts) == 1 and len(several) == 1 and not several[0].where:
            acts = [replaced(acts[0], several[0].symbol, one) for one in several[0].term.kind.members]
        if len(acts) != 2 or whens or phrase.joined == "and" or any(self._free(one) for one in acts):
            raise Unread("it is not clear what is not to be so of both")
        return not_(all_([op("F", one) for one in acts]))

    def _gets_thing(self, core: Node, whens: list[When]) -> Formula:
        """*Mr Stone mustn't get any aspirin*: is not given any."""
        receiver, thing = (self.bound_of(one) for one in trees_of(core) if id(one) in self._bounds)
        terms = [thing.term, receiver.term]
        found = {str(event): Act(event, verb, terms) for verb in sorted(GIVING & self._lexicon.all_verbs)
                 for event in self._w.event(verb, [("", thing.term), ("to", receiver.term)])}  # fmt: skip
        if not found:
            raise Unread("that is nothing that can be given here")
        act = self._choose(list(found.values()))
        none = [one for one in (receiver, thing) if one.quantity in ("no", "two")]
        denied = trees_of(core, "must_not") or trees_of(core, "never_adverb")
        if denied and none:
            raise Unread("it denies twice")
        if trees_of(core, "may") and not denied and not none:
            needs = [one for one in whens if one.kind == "only_if"]
            if len(needs) != 1 or len(whens) != 1:
                raise Unread("it permits something, and forbids nothing")
            return self._only_after(self.scoped(act.formula, "never"), self._needed(self._about(needs[0])))
        if denied or none:
            for one in none:
                one.quantity = "any"
            return self._forbidden(self.scoped(act.formula, "never"), whens, Phrase([act]))
        return self._do(Phrase([act]), whens)

    def _be_ranked(self, core: Node, whens: list[When]) -> Formula:
        """*Must be the last thing you put in the oven*: nothing else is put there after it, or before it."""
        if whens:
            raise Unread("it is not clear when that is to be so")
        bound = self.bound_of(thing_of(core))
        if bound.term.is_variable or tokens_of(core, "NOUN") or tokens_of(core, "NOUNS"):
            raise Unread("it is not clear among which things it is the last")
        anything = Bound(self._variable(self._w.everything, "x"), "any", noun="thing", anything=True)
        node = trees_of(core)[-1]
        if node.data == "act_gap":
            this, other = self.act(node, bound).formula, self.act(node, anything).formula
        elif node.data == "place":  # the last thing to go in the fridge
            this, other = self._put_there(bound, node).formula, self._put_there(anything, node).formula
        else:
            acts = self.passive(bound, node), self.passive(anything, node)
            if acts[0] is None or acts[1] is None:
                raise Unread("it is not clear what is done with it last")
            this, other = acts[0].formula, acts[1].formula
        other = replaced(other, anything.symbol, ANY)
        if self._free(this):
            raise Unread("it is not clear where that is done")
        if tokens_of(core, "LAST") == ["last"]:
            return always(op("->", this, op("WX", always(not_(other)))))
        return always(op("->", other, some_([this, yesterday(op("O", this))])))

    def _not_same(self, core: Node, whens: list[When]) -> Formula:
        """*Must never be in the same paddock*: two things, at each place of a sort."""
        bound = self.bound_of(thing_of(core))
        node = next(iter(trees_of(core, "predicate_same")), core)
        kind = self._place_kind(bound) if core.data == "kept_apart" else None
        noun = [*tokens_of(node, "NOUN"), *map(self._lexicon.singular, tokens_of(node, "NOUNS"))]
        kind = kind or self._choose(self._w.nouns[noun[0]])
        members = bound.term.kind.members
        both = bound.quantity in ("all", "plural")
        several = bound.quantity == "two" or (both and (len(members) == 2 or bool(bound.groups)))
        ends = [one for one in whens if one.kind in ("at_end", "in_the_end")]
        if (
            not several
            or bound.where
            or any(one.kind not in ("always", "together") for one in whens if one not in ends)
        ):
            raise Unread("it is not clear which two are not to be at the same place")
        place = self._variable(kind, kind.said or "p")
        prepositions = tokens_of(node, "PREP") or ["in", "on", "at"]

        def there(thing: str) -> Formula:
            term = NounTerm(thing, Kind((thing,), "", thing))
            found = next((one for each in prepositions if (one := self._w.relation(each, term, place))), None)
            if found is None:
                raise Unread("that is nowhere that it can be")
            return found[0]

        pairs = [(one, other) for at, one in enumerate(members) for other in members[:at]]
        if bound.groups:  # cats and dogs
            pairs = [(one, other) for one in bound.groups[0] for other in bound.groups[1]]
        if len(pairs) > 60:
            raise Unread("it speaks of too many things")
        both = some_([all_([there(other), there(one)]) for one, other in pairs])
        formula = finally_(not_(both)) if ends else always(not_(both))
        return self._wrapped(Bound(place, "every", noun=kind.said), True, formula)

    def _place_kind(self, bound: Bound) -> Kind:
        """Of which sort the places are in which things can be: the one that has all others."""
        thing = NounTerm(bound.term.kind.members[0], Kind(bound.term.kind.members[:1], "", ""))
        kinds = {
            one.type: one
            for listed in self._w.nouns.values()
            for one in listed
            if one.type not in ("", "object")
        }
        fitting = [one for one in kinds.values() if self._w.relation("in", thing, NounTerm("?p", one))]
        widest = max(fitting, key=lambda one: len(one.members), default=None)
        if widest is None or any(not set(one.members) <= set(widest.members) for one in fitting):
            raise Unread("it is not clear in what places they are to be apart")
        return widest

    def _one_after_another(self, core: Node, whens: list[When]) -> Formula:
        """*The poodle is fed first, then the greyhound*."""
        said = next(
            one for one in trees_of(core) if one.data in ("adjective", "located", "place", "adjective_dative")
        )
        acts: list[Act] = []
        for node in [one for one in trees_of(core) if id(one) in self._bounds]:
            bound = self.bound_of(node)
            act = self._put_there(bound, said) if said.data == "place" else self.passive(bound, said)
            if act is None:
                raise Unread("that is nothing that is done")
            acts.append(act)
        if whens:
            raise Unread("an order of several acts with a further condition")
        return self._chain(acts)

    def _in_turn(self, core: Node, whens: list[When]) -> Formula:
        """*Must be washed and then dried*."""
        if whens:
            raise Unread("an order of several acts with a further condition")
        bound = self.bound_of(thing_of(core))
        if bound.quantity in ("no", "two", "count") or bound.where:
            raise Unread("an order of acts speaks of several things at once")
        formula: Formula | None = None
        for node in reversed([one for one in trees_of(core) if one.data in ("adjective", "located")]):
            act = self.passive(bound, node)
            if act is None:
                raise Unread("that is nothing that is done")
            formula = op("F", act.formula if formula is None else all_([act.formula, op("X", formula)]))
        assert formula is not None
        return self.scoped(formula, "do", event=False)

    def _only_state(self, core: Node, whens: list[When]) -> Formula:
        bound = self.bound_of(thing_of(core))
        node = trees_of(core)[-1]
        said = [one for one in node.find_data("adjective") if len(trees_of(one, "place")) == 1]
        if core.data == "may_be_only" and not whens and len(said) == 1 and len(trees_of(said[0])) == 1:
            (place,) = trees_of(said[0])  # may only be put in a fridge: nowhere else
            verb = [one for one in said[0].children if isinstance(one, Token)]
            act = self.passive(bound, Tree("adjective", [*verb, Tree("only_place", place.children)]))
            if act is None:
                raise Unread("it is not clear what *only* leaves out")
            self.only = False
            return self._forbidden(self.scoped(act.formula, "never"), [], Phrase([act]))
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
            if bound.quantity == "any":
                raise Unread("it is not clear whether it allows one of them, or that kind of thing")
            other = self._others(bound, self._sort)
            ends = [one for one in whens if one.kind in ("at_end", "in_the_end")]
            rest = [one for one in whens if one.kind not in ("at_end", "in_the_end", "always")]
            act = self.passive(other, node)
            pure = self.is_pure_adjective(other, node)
            done = not ends and act is not None and (not pure or self._choose(["done", "so"]) == "done")
            if act is not None and done:
                return self._forbidden(self.scoped(act.formula, "never"), rest, Phrase([act]))
            return self._states(other, node, True, "never", rest, False, ends)
        return self._may_be(bound, node, whens, only=True)

    def _state(self, core: Node, whens: list[When]) -> Formula:
        if core.data == "wanted":  # I want it loaded into the van
            somewhere = any(True for _ in trees_of(core)[-1].find_data("place"))
            loaded = somewhere and self.passive(self.bound_of(thing_of(core)), trees_of(core)[-1]) is not None
            core = Tree("must_get" if loaded else "must_be", core.children)
        if core.data == "needs_doing":  # the lawn needs mowing
            core = self._needs_doing(core)
        if core.data == "only_goes_there":
            return self._only_goes_there(core, whens)
        if core.data == "must_end_up" and self.bound_of(thing_of(core)).quantity in ("no", "two"):
            core, whens = Tree("must_be", core.children), [*whens, When("at_end", core)]
        if core.data in ("leaves", "leaves_may"):  # the milk must leave the fridge
            core = self._leaving(core)
        bound = self._subject = self.bound_of(thing_of(core))
        node = trees_of(core)[-1]
        in_each = bound.count[0] == "at most" and not self.summed  # at most two dogs in a pen
        for place in self.bounds if in_each else ():
            place.quantity = "every" if place.located and place.quantity == "any" else place.quantity
        if core.data in ("is", "must_be") and any(one.kind in ("before", "until", "unless") for one in whens):
            denying = trees_of(node, "negation") if node.data == "predicate" else []
            if denying:  # is not fed before …: must not be
                node = Tree("predicate", [one for one in node.children if one not in denying])
                core = Tree("must_not_be", [thing_of(core), node])
        if (
            core.data == "is"
            and bound.doing is not None
            and node.data == "predicate"
            and (denying := trees_of(node, "negation"))
            and not trees_of(node, "anything_but")
        ):  # what has been put back is not given out any more
            node = Tree("predicate", [one for one in node.children if one not in denying])
            core = Tree("must_not_be", [thing_of(core), node])
        if bound.whichever and bound.doing is None and core.data in _ASKING:  # any dirty cup must be washed
            bound.quantity = "every"
        elif (
            bound.quantity == "any" and bound.where and not bound.some and not whens and core.data in _ASKING
        ):
            plain = bound.doing is None and not bound.referred and not bound.listed
            if plain and self._choose(["each", "one"]) == "each":  # a heavy parcel must be scanned
                bound.quantity = "every"
        if any(one.same for one in self.bounds):
            return self._in_the_same(core, bound, whens)
        if (
            core.data == "may_be"
            and bound.quantity == "count"
            and bound.count[0] in ("at most", "only")
            and not whens
            and not trees_of(core, "together")
            and not self.is_pure_adjective(bound, node)
            and (act := self.passive(bound, node)) is not None
        ):  # no more than one cup may be washed
            bound.count = ("at least", bound.count[1] + 1)
            return not_(self.scoped(act.formula, "never"))
        inner = trees_of(node)[-1] if node.data == "predicate" and trees_of(node) else node
        if inner.data == "predicate_neither" and core.data in (
            "must_be",
            "is",
        ):  # is to be neither cut nor cooked
            core = Tree("must_not_be", core.children)
            node = Tree("predicate_or", inner.children)
        if core.data in ("must_not_be", "there_not") and self.summed and bound.count[0] == "at least":
            core = Tree("may_be", core.children)  # never more than two pots on the tables: at most two
            bound.count = ("at most", bound.count[1] - 1)
        negative = core.data in (
            "must_not_be",
            "must_not_get",
            "not_left",
            "must_not_run",
            "goes_not",
            "there_not",
        )
        if core.data == "may_stay":
            longer = any(one.kind == "longer" for one in whens)
            core = Tree("may_be" if longer else "be_left", core.children)
            if not longer and bound.quantity != "no":
                raise Unread("it permits something, and forbids nothing")
        denied = negative or bound.quantity in ("no", "two")
        if any(True for _ in node.find_data("depictive")) and not denied:
            raise Unread("it is not clear when a thing has to be as is said of it")
        if core.data == "there_is":  # see that there is nothing in the sink at the end
            if bound.quantity != "no" and not any(one.kind in (*_AT_LAST, "always") for one in whens):
                raise Unread("it says what is there, and asks for nothing")
            core = Tree("there_must", core.children)
        if core.data == "must_not_run":
            node = _RUNS
        floating = [" ".join(str(one.children[0]).split()) for one in trees_of(core, "floating")]
        if floating:
            if bound.quantity not in ("plural", "all") or (
                floating[0] == "both" and len(bound.term.kind.members) != 2
            ):
                raise Unread(f"it is not clear of what *{floating[0]}* is said")
            bound.quantity = "all"
            if negative and not any(one.kind == "together" for one in whens):
                whens = [*whens, When("together", core)]
        if core.data in ("belongs", "belongs_not"):
            if (
                bound.quantity == "two"
                or whens
                or (bound.where and core.data == "belongs" and bound.quantity != "no")
            ):
                raise Unread("it is not clear when that is to be there")
            there: Node = Tree("located", [node])
            if bound.quantity == "no":
                if core.data != "belongs":
                    raise Unread("it denies twice")
                return always(
                    not_(self.guarded(self.scoped(self.state(bound, there), "flipped", event=False), False))
                )
            if core.data == "belongs":
                return finally_(self.scoped(self.state(bound, there), "do", event=False))
            return always(
                not_(self.guarded(self.scoped(self.state(bound, there), "never", event=False), False))
            )
        if core.data in ("goes", "goes_not", "goes_may", "get"):
            if core.data == "get":
                act = self.passive(bound, node)
                for located in node.find_data("located"):  # get the ketchup into the basket
                    act = act if act is not None else self._put_there(bound, trees_of(located)[0])
                act = act if act is not None else self._brought(bound, node)
            else:
                act = self._put_there(bound, node)
            if bound.quantity in ("no", "two") and negative:
                raise Unread("it denies twice")
            if negative or bound.quantity == "no":
                context = "flipped" if bound.quantity == "no" else "never"
                return self._forbidden(self.scoped(act.formula, context), whens, Phrase([act]))
            if self.only:  # goes on the rack only
                self.only = False
                return self._forbidden(self.scoped(act.formula, "never"), whens, Phrase([act]))
            needs = [one for one in whens if one.kind == "only_if"]
            if core.data == "goes_may" and len(needs) == len(whens) == 1:
                what = self.scoped(act.formula, "never")
                return self._only_after(what, self._needed(self._about(needs[0])))
            if core.data == "goes_may":
                raise Unread("it permits something, and forbids nothing")
            return self._do(Phrase([act]), whens)
        if core.data == "be_left" and bound.quantity == "no":
            if any(one.kind not in ("at_end", "in_the_end", "always") for one in whens):
                raise Unread("it is not clear until when it may be left so")
            return finally_(not_(self._state_formula(bound, node, "flipped")))
        if (
            bound.anything
            and bound.quantity == "no"
            and any(word.startswith("un") for one in node.iter_subtrees() for word in tokens_of(one))
        ):
            raise Unread("it is not clear which things can be so")
        if core.data == "leave" and self._follows_act and not whens and bound.quantity != "no":
            return finally_(self._state_formula(bound, node, "do"))  # take it out, and leave it closed
        if core.data == "must_end_up":
            if len(whens) == 1 and whens[0].kind in ("when", "while", "once", "after", "whatever"):
                when, event = self._trigger_of(whens[0], event=True)
                if event:  # if you take it, it must end up there
                    return always(op("->", when, finally_(self._state_formula(bound, node, "do"))))
            if whens:
                raise Unread("it is not clear when that is to be so")
            return finally_(self._state_formula(bound, node, "do"))
        if core.data == "leave" and bound.quantity == "no":
            bound.quantity = "any"
            return finally_(not_(self._state_formula(bound, node, "never")))
        both = bool(trees_of(thing_of(core), "both_word"))
        if thing_of(core).data == "np_and" and negative and bound.quantity == "all" and not both:
            bound.quantity = "plural"
            pair = len(bound.term.kind.members) == 2 and not bound.where and core.data in _NOT_TO_BE
            if (
                pair and not whens and self._choose(["each", "both"]) == "both"
            ):  # neither of them, or not both
                act = self.passive(bound, node)
                if act is not None and not self.is_pure_adjective(bound, node):
                    done = [replaced(act.formula, bound.symbol, one) for one in bound.term.kind.members]
                    if any(self._free(one) for one in done):
                        raise Unread("it is not clear of how many things that is said")
                    return not_(all_([op("F", one) for one in done]))
                return always(not_(self.inner(bound, True, self.state(bound, node), False)))
        if bound.quantity in ("no", "two"):
            if negative:
                raise Unread("it denies twice")
            negative = True
            context = "flipped"
        else:
            context = "never" if negative else "do"
        whens = [*whens, *(When("together", one) for one in trees_of(core, "together"))]
        given = whens
        again = any(one.kind == "again" for one in whens)
        ends = [one for one in whens if one.kind in ("at_end", "in_the_end")]
        steady = core.data in ("keep", "be_left", "leave", "must_be_always", "keep_agent") or any(
            one.kind == "always" for one in whens
        )
        steady = steady or bool(trees_of(core, "always"))
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
            if bound.groups and bound.quantity != "no" and not bound.where:
                together = [
                    some_([self.state(_one_of(name), node) for name in group]) for group in bound.groups
                ]
                both = not_(all_(together))
                if all(one.kind in ("together", *_AT_LAST) for one in whens):
                    return finally_(both) if ends else always(both)
            if len(whens) > 1 or bound.quantity == "no" or len(bound.term.kind.members) != 2:
                raise Unread("it is not clear which of several things are not to be so together")
            return always(not_(self.inner(bound, True, self.state(bound, node), False)))
        whens = [one for one in whens if one.kind not in ("always", "again", "later", "together")]
        if core.data == "keep" and bound.quantity == "some plural":  # keep wool out of the dryer: all of it
            bound.quantity = "plural"
        if core.data in ("keep", "leave") and any(one.kind == "before" for one in whens):
            raise Unread("it is not clear from when on it is to be kept so")
        if (
            len(whens) > 1 and ends and ends[0].kind == "in_the_end"
        ):  # if it is taken, it must be put back before the end
            whens = [one for one in whens if one not in ends]
            ends, later = [], True
        if core.data == "may_be" and ends and any(True for _ in node.find_data("elsewhere")):
            place = next(node.find_data("elsewhere"))  # can be anywhere but there at the end
            return finally_(
                not_(self._state_formula(bound, Tree("located", [Tree("place", place.children)]), "never"))
            )
        if (
            core.data == "may_be"
            and bound.but
            and not given
            and bound.quantity in ("any", "every", "all", "plural")
        ):
            return self._allowed_but(bound, node)
        if core.data in ("may_be", "may_be_left") and bound.quantity not in ("no", "two"):
            if bound.count[0] == "only":  # only one pump may run
                bound.count = ("at most", bound.count[1])
            if bound.quantity == "count" and bound.count[0] in ("at most", "exactly"):
                return self._states(bound, node, False, "do", whens, True, ends)
            return self._may_be(bound, node, whens, only=False)
        lasting = [one for one in whens if one.kind == "longer"]
        if core.data == "keep" and lasting and negative:
            core = Tree("must_not_be", core.children)
        if (core.data == "not_left" and not lasting) or core.data == "may_be_left":
            formula = self._state_formula(bound, node, context)
            if any(one.kind not in ("at_end", "in_the_end") for one in whens):
                raise Unread("it is not clear until when it may be left so")
            return finally_(not_(formula))
        together = bound.quantity == "two" or any(one.kind == "together" for one in given)
        act = None if core.data in _LASTING or together else self.passive(bound, node)
        joined = next((one for one in node.iter_subtrees() if one.data == "predicate_and"), None)
        if joined is not None and (
            negative or bound.quantity == "no" or any(w.kind in _TRIGGERS for w in whens)
        ):
            done = [self.passive(bound, one) for one in trees_of(joined)]
            if all(one is not None for one in done):
                raise Unread("it is not clear whether it is about what is done, or what is so")
        if act is not None and any(one.count[0] for one in self._free(act.formula) if one is not bound):
            raise Unread("it is not clear whether it counts what is done, or what is so")
        elsewhere = [str(one.data) for one in node.iter_subtrees() if one.data in ("only_place", "elsewhere")]
        if elsewhere:  # put down on the rack only
            if act is None or (elsewhere[0] == "elsewhere") is not negative:
                raise Unread("it is not clear what *only* leaves out")
            return self._forbidden(
                self.scoped(act.formula, context if negative else "never"), whens, Phrase([act])
            )
        pure = self.is_pure_adjective(bound, node)
        if (
            again
            and act is not None
            and bound.doing is None
            and not ends
            and [one.kind for one in whens] in ([], ["before"])
        ):
            raise Unread("it is not clear after what it is to be done again")
        if core.data == "must_have_been":
            if bound.doing is not None and all(one.kind == "first" for one in whens):  # any that is taken
                when = self.scoped(self.done_to(bound).formula, "never")
                need = self._needed(Tree("has_been", [thing_of(core), node]))
                bound.doing = None
                return self._only_after(when, need)
            if len(whens) == 1 and ends and act is not None and not negative:  # by the time you finish
                return self._some_time(act)
            if len(whens) != 1 or whens[0].kind not in ("before", "when") or negative:
                raise Unread("it is not clear by when that is asked for")
            if act is not None and not pure and whens[0].kind == "before" and self.effect_of(act) is None:
                return self._do(Phrase([act]), whens)
        elif act is not None and not ends and not steady:
            dynamic = core.data != "must_not_get" and negative
            broken = pure and act.verb == "break"  # what falls is broken, too
            if negative and any(one.kind in ("before", "until") for one in whens):
                broken = False  # is not fed before …: that it is done is what waits
                pure = False
            if dynamic and pure and (broken or any(self._is_state_condition(one) for one in whens)):
                dynamic = self._choose(["is done", "is so"]) == "is done"
            if dynamic or (negative and not pure):
                what = self.scoped(act.begins or act.formula, context)
                if self._total:
                    return not_(what)
                return self._forbidden(what, whens, Phrase([act]))
            if (
                any(
                    one.kind
                    in (
                        "times",
                        "window",
                        "window_after",
                        "window_first",
                        "soon",
                        "as_soon",
                        "after",
                        "once",
                        "first_of_all",
                        "before_anything",
                    )
                    for one in whens
                )
                or again
                or later
                or (any(one.kind == "when" and one.soon for one in whens))
            ):
                if negative:
                    return self._forbidden(self.scoped(act.formula, context), whens, Phrase([act]))
                return self._do(Phrase([act]), whens)
            if not pure and not negative and len(whens) == 1 and self._gets_so(whens[0]):
                return self._do(Phrase([act]), whens)  # when it gets dirty, it must be washed
            if (self._letter or not pure) and not negative and any(one.kind == "before" for one in whens):
                return self._do(Phrase([act]), whens)
            if not whens and not negative:
                if not pure or core.data == "must_get":
                    return self._of_each_such(bound, act)
                lasts = self._w.lasts(act.formula)
                if lasts or (
                    not self._after_end and self._choose(["some time", "at the end"]) == "some time"
                ):
                    return self._of_each_such(bound, act)
                return finally_(self._state_formula(bound, node, "do"))
        lasting = ("window_after", "after", "once", "when", "whatever")
        if again and not negative and any(one.kind in lasting for one in whens):
            again = False  # it has to be off again after that
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
        return self._states(bound, node, negative, context, whens, steady, ends)

    def _in_the_same(self, core: Node, bound: Bound, whens: list[When]) -> Formula:
        """*No two dogs may be in the same kennel*: there is none that has both."""
        where = [one for one in self.bounds if one.same]
        node = trees_of(core)[-1]
        kept = core.data == "must_end_up" or any(one.kind in ("at_end", "in_the_end") for one in whens)
        if (
            core.data not in ("must_be", "must_get", "may_be", "keep", "is", "must_end_up")
            or len(where) != 1
            or len(self.bounds) != 2
            or any(one.kind not in ("at_end", "in_the_end", "always", "together") for one in whens)
            or bound.where
            or where[0].where
        ):
            raise Unread("it is not clear the same as what")
        if len(where[0].term.kind.members) < 2 or not where[0].term.is_variable:
            raise Unread("there is but one of them")
        fact = self.state(bound, node)
        if isinstance(fact, Compound):
            raise Unread("it is not clear the same as what")
        if bound.quantity == "two":
            if core.data not in ("may_be", "must_be", "is"):
                raise Unread("it denies twice")
            together = self._so_many(bound, fact, 2)
        else:
            members = bound.term.kind.members
            listed = bound.listed or bound.quantity in ("all", "plural")
            if not listed or len(members) != 2 or not bound.term.is_variable:
                raise Unread("it is not clear which are to be together")
            together = all_([replaced(fact, bound.symbol, one) for one in members])
        together = self.inner(where[0], False, together, False)
        denied = bound.quantity == "two"
        if not denied and core.data == "may_be":
            raise Unread("it permits something, and forbids nothing")
        if kept or (not denied and core.data not in ("keep",)):
            if not kept and not any(one.kind == "always" for one in whens):
                raise Unread("it is not clear when that is to be so")
            if kept:
                return finally_(not_(together) if denied else together)
        return always(not_(together) if denied else together)

    def _only_goes_there(self, core: Node, whens: list[When]) -> Formula:
        """*The pan only goes on the stove after it has been switched on*."""
        bound, place = self.bound_of(thing_of(core)), trees_of(core)[-1]
        self._subject = bound
        needs = [one for one in whens if one.kind in ("only_if", "while", "when", "once", "after")]
        if not needs and not whens:  # the milk only goes in the fridge: nowhere else
            return self._only_place_for(Tree("only_place_for", [thing_of(core), *place.children]), whens)
        if not needs:
            raise Unread("it is not clear what *only* leaves out")
        if len(whens) != 1:
            raise Unread("it has more than one condition")
        what = self.scoped(self._put_there(bound, place).formula, "never")
        return self._only_after(what, self._needed(self._about(needs[0])))

    def _no_such(self, core: Node, whens: list[When]) -> Formula:
        """*I don't want to find a dirty cup at the end*: none is dirty."""
        bound = self.bound_of(thing_of(core))
        if not whens or any(one.kind not in _AT_LAST for one in whens):
            raise Unread("it is not clear when there is to be none")
        bound.quantity = "any"
        such = all_(self._restricted(bound, False))
        bound.where = []
        return finally_(not_(self.scoped(such, "never", event=False)))

    def _from_then_on(self, core: Node, whens: list[When]) -> Formula:
        """*From then on the fridge stays shut*."""
        if self._earlier is None or whens:
            raise Unread("it is not clear after what")
        if core.data == "leave_be":
            touched = self.touched(self.bound_of(thing_of(core))).formula
            return always(op("->", self._earlier, op("WX", always(not_(self.scoped(touched, "never"))))))
        bound, node = self.bound_of(thing_of(core)), trees_of(core)[-1]
        if bound.quantity in ("no", "two", "count"):
            raise Unread("it is not clear from when on that is asked for")
        negative = core.data == "must_not_be"
        what = self._state_formula(bound, node, "never" if negative else "do")
        return always(op("->", self._earlier, always(not_(what) if negative else what)))

    def _only_place_for(self, core: Node, whens: list[When]) -> Formula:
        """*The only place for the milk is the fridge*: it is put nowhere else."""
        thing, place = (one for one in trees_of(core) if id(one) in self._bounds)
        bound, there = self.bound_of(thing), self.bound_of(place)
        if there.term.is_variable or whens:
            raise Unread("it is not clear where else that is not to be put")
        verbs = [one for one in ("put", "place", "load") if one in self._lexicon.all_verbs]
        for preposition in tokens_of(core, "PREP") or ["in", "on", "at"]:
            if self._w.relation(preposition, bound.term, there.term):
                act = self._anywhere_but(verbs, [("", bound.term)], (preposition, there.term))
                return self._forbidden(self.scoped(act.formula, "never"), whens, Phrase([act]))
        raise Unread("that is nowhere that it can be")

    def _leaving(self, core: Node) -> Node:
        """*Leave the fridge*, said of a thing: go out of it, or off it."""
        thing, place = (one for one in trees_of(core) if one.data in THINGS)
        subject, where = self.bound_of(thing), self.bound_of(place)
        found = [word for word in ("out of", "off") if self._w.relation(word, subject.term, where.term)]
        if not found:
            raise Unread("that is nowhere that it can be")
        kind = {"leaves": "goes", "leaves_may": "goes_may"}[str(core.data)]
        return Tree(kind, [thing, Tree("place", [Token("PREP", found[0]), place])])

    def _needs_doing(self, core: Node) -> Node:
        verb = next(one for one in core.children if isinstance(one, Token))
        done = self._lexicon.participle(verb.type, " ".join(str(verb).split()))
        if not done:
            raise Unread("it is not clear what it needs")
        participle = Tree("adjective", [Token("VDONE", done), *trees_of(core, "place")])
        return Tree("must_get", [thing_of(core), Tree("predicate", [Tree("simple_predicate", [participle])])])

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
        whens: list[When],
        steady: bool,
        ends: list[When],
    ) -> Formula:
        main_whens = [one for one in whens if one.kind not in ("at_end", "in_the_end", "first")]
        windows = [one for one in main_whens if one.kind == "window"]
        if len(main_whens) == 2 and len(windows) == 1 and not ends and not negative:
            (main,) = (one for one in main_whens if one not in windows)
            if main.kind in ("when", "once", "after"):  # once it is open, it has to be shut within two steps
                when, event = self._trigger_of(main, event=True)
                if not event:
                    raise Unread("it counts steps from a state")
                what = self._state_formula(bound, node, context)
                return within(when, what, self._window(windows[0].node))
        untils = [one for one in main_whens if one.kind == "until"]
        if len(main_whens) == 2 and len(untils) == 1 and not ends:
            (main,) = (one for one in main_whens if one not in untils)
            if main.kind in ("when", "once", "after", "as_soon"):  # once it is raised, it stays up until …
                when, event = self._trigger_of(main, event=True)
                until, _ = self._trigger(self._about(untils[0]), "rather")
                what = self._state_formula(bound, node, context)
                return always(op("->", when, op("W", not_(what) if negative else what, until)))
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
                    return always(op("->", when, finally_(self._state_formula(bound, node, context))))
            if main_whens and main_whens[0].kind == "unless" and not negative and len(main_whens) == 1:
                kind, excuse, _ = self._situation(self._about(main_whens[0]))
                if kind != "state":
                    raise Unread("it is not clear when the exception is one")
                self._guards.append(not_(self.scoped(excuse, "need", event=False)))
                return always(op("->", self.guarded(FINAL, False), self._state_formula(bound, node, context)))
            if main_whens:
                raise Unread("it has more than one condition")
            what = self._state_formula(bound, node, context)
            return always(op("->", self.guarded(FINAL, False), not_(what) if negative else what))
        if not main_whens:
            what = self._state_formula(bound, node, context)
            if negative:
                if self._total:
                    return not_(what)
                return always(not_(self.guarded(what, False)))
            extra = [one for one in self._outer if one.where and not one.done]
            if steady:
                if extra:
                    return always(op("->", self.guarded(Compound("true"), False), what))
                return always(what)
            if self._after_end:
                return finally_(what)
            times = ["at all times", "at the end"] if bound.count[0] != "at most" else ["at all times"]
            if bound.some or bound.count[0] == "at least":  # at least one cup must be there: but when
                times.append("some time")
            match self._choose(times):
                case "at all times":
                    return always(what)
                case "at the end":
                    return finally_(what)
                case _:
                    return op("F", what)
        main = main_whens[0]

        def sign(one: Formula) -> Formula:
            return not_(one) if negative else one

        match main.kind:
            case "while" | "when" | "once" | "as_soon" | "after" | "whatever":
                when, event = self._trigger_of(main)
                act = None if negative else self.passive(bound, node)
                if act is not None and event and main.kind in ("while", "when"):
                    such = self._about(main).data == "so"
                    pure = self.is_pure_adjective(bound, node)
                    if such or (not pure and self._choose(["so before", "done after"]) == "done after"):
                        return response(when, self.scoped(act.formula, "do"))
                if act is not None and not event and str(when) == str(not_(self.state(bound, node))):
                    return always(op("->", when, op("F", self.scoped(act.formula, "do"))))
                what = sign(self._state_formula(bound, node, context))
                if not event:
                    if main.soon:
                        raise Unread("it is not clear how soon a state is to hold")
                    if main.kind in ("once", "after", "as_soon"):
                        return always(op("->", when, always(what)))
                    return always(op("->", when, what))
                if main.kind in ("while", "when"):
                    return always(op("->", when, yesterday(what)))
                kept = self._core.data in ("keep", "stay_so") and not main.soon
                if kept and self._about(main).data in ("is_so", "is_done", "has_been"):
                    about = self._about(main)  # from when it is wrapped it stays wrapped: once it is so
                    try:
                        so = self.state(self.bound_of(thing_of(about)), trees_of(about)[-1])
                    except Unread:
                        so = what
                    if str(so) == str(self.state(bound, node)):
                        return always(op("->", what, always(what)))
                if main.soon or (main.kind == "as_soon" and not kept):
                    raise Unread("it is not clear how soon a state is to hold")
                return always(op("->", when, always(what)))
            case "before" if negative:  # must not be open before …: only once that has been
                what = self._state_formula(bound, node, context)
                return always(op("->", self.guarded(what, False), self._needed(self._about(main))))
            case "before":
                when, event = self._trigger(self._about(main), "rather")
                definite = (
                    bound.quantity == "the" and not negative
                )  # the cup on the table, before it is put elsewhere
                if bound.where and (definite or bound not in self._outer):
                    whole = bound.quantity in ("every", "all", "plural", "some plural")
                    if negative or not whole or bound.referred or not event:
                        raise Unread("it is not clear when a thing has to be as is said of it")
                    what = self.inner(bound, True, self.state(bound, node), False)  # each that is so by then
                    what = self.scoped(what, context, event=False)
                    return always(op("->", self._with_restrictions(when), yesterday(what)))
                what = sign(self._state_formula(bound, node, context))
                if not event:
                    raise Unread("it is not clear when something is before a state")
                return always(op("->", self._with_restrictions(when), yesterday(what)))
            case "until":
                about = self._about(main)
                kind, formula, phrase = self._situation(about)
                if about.data in ("has_stopped", "stops") and phrase is not None:  # until it stands still
                    act = phrase.acts[0]
                    effect = self._w.effect(act.formula, act.terms)
                    kind, formula = ("event", formula) if effect is None else ("state", effect)
                until = self.scoped(formula, "if", kind == "event")
                what = sign(self._state_formula(bound, node, context))
                if self._w.at_first(what) is False:  # keep it on, where it is off at first: once it is on
                    until = op("O", until) if kind == "event" else until
                    return always(op("->", all_([yesterday(what), not_(what)]), yesterday(until)))
                return op("W", what, until)
            case "longer":  # must not be open for more than two steps
                if not negative:
                    raise Unread("it is not clear how long that is to be so")
                what = state = self._state_formula(bound, node, context)
                for _ in range(self._number(main.node)):
                    what = all_([state, op("X", what)])
                return always(not_(self.guarded(what, False)))
            case "unless":
                if self._about(main).data in (
                    "is_so",
                    "so_too",
                    "agent_is",
                    "agent_is_not",
                    "agent_holds",
                    "agent_holds_not",
                ):
                    need = self._needed(self._about(main))
                    what = sign(self._state_formula(bound, node, context))
                    return always(op("->", self.guarded(not_(need), False), what))
                raise Unread("it is not clear until when the exception is one")
            case "only_if":
                need = self._needed(self._about(main))
                act = None if negative else self.passive(bound, node)
                pure = self.is_pure_adjective(bound, node)
                asked = core_is_asked(self._core)
                if act is not None and (not pure or asked or self._choose(["done", "so"]) == "done"):
                    return self._only_after(self.scoped(act.formula, "never"), need)
                what = self._state_formula(bound, node, "never")
                if negative:
                    raise Unread("it is not clear what *only* belongs to")
                return always(op("->", self.guarded(what, False), need))
            case "window_after":
                when, event = self._trigger(self._about(main), "rather")
                if not event:
                    raise Unread("it counts steps from a state")
                what = sign(self._state_formula(bound, node, context))
                return always(op("->", when, some_([what, one_of_next(what, self._window(main.node))])))
            case "with_small":  # must never run with the hatch open
                held, such = self.bound_of(thing_of(main.node)), trees_of(main.node)[-1]
                small = self.scoped(self.state(held, such), "if", event=False)
                what = sign(self._state_formula(bound, node, context))
                return always(op("->", self.guarded(small, False), what))
            case "without_small":
                raise Unread("it is not clear what goes with what")
            case "window_first" if not negative:  # must be off by the second step
                what = self._state_formula(bound, node, context)
                if self._w.at_first(what) is not False:
                    raise Unread("it is so at first already")
                return one_of_next(what, self._window(main.node))
            case "window" if not negative:  # must be in the fridge within six steps
                what = self._state_formula(bound, node, context)
                return some_([what, one_of_next(what, self._window(main.node))])
            case _:
                raise Unread(odd(main))

    def _allowed_but(self, bound: Bound, node: Node) -> Formula:
        """*Any animal except Misty may be led out*: what is excepted may not."""
        if bound.where or bound.other:
            raise Unread("it is not clear what is not allowed")
        kind = Kind(tuple(bound.but), "", "")
        excepted = Bound(self._variable(kind, "x"), "any", noun=bound.noun)
        self._bounds[id(excepted)] = excepted
        self._order.append(id(excepted))
        act = self.passive(excepted, node)
        if act is not None:
            return self._forbidden(self.scoped(act.formula, "never"), [], Phrase([act]))
        return always(not_(self._state_formula(excepted, node, "never")))

    def _gets_so(self, when: When) -> bool:
        """Whether a condition is that a thing gets into a state: *when it gets dirty*."""
        if when.kind not in ("when", "while", "once", "after", "as_soon"):
            return False
        about = self._about(when)
        if about.data == "stops_being":
            return True
        return (
            about.data == "is_done"
            and self.passive(self.bound_of(thing_of(about)), trees_of(about)[-1]) is None
        )

    def _may_be(self, bound: Bound, node: Node, whens: list[When], only: bool) -> Formula:
        """*The valve may be opened only if …*, *… at most twice*."""
        limits = [one for one in whens if one.kind == "times"]
        others = [one for one in whens if one.kind not in ("times", "always")]
        act = self.passive(bound, node)
        if len(limits) > 1:
            raise Unread("it is not clear how often that may be")
        if limits and not others:
            if act is None:
                raise Unread("a state cannot be counted")
            times = trees_of(limits[0].node)[0]
            if times.data in ("at_most", "plain_count", "exactly"):
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
        if need.data == "happens" and (act is None or self.is_pure_adjective(bound, node)):
            raise Unread("it is not clear whether it may be so only during that, or only after it")
        if act is not None:
            return self._only_after(self.scoped(act.formula, "never"), self._needed(need))
        what = self._state_formula(bound, node, "never")
        return always(op("->", self.guarded(what, False), self._needed(need)))

    def _agent(self, core: Node, whens: list[When]) -> Formula:
        inner = next(
            (one for one in trees_of(core) if one.data in ("stative", "not_stative", "agent_at")), None
        )
        held = self.bound_of(thing_of(core if inner is None else inner))
        if core.data == "agent_must" and held.quantity == "no":  # you must be holding nothing
            core, held.quantity = Tree("agent_must_not", core.children), "any"
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
        together = any(one.kind == "together" for one in whens)
        whens = [one for one in whens if one.kind not in ("at_end", "in_the_end", "always", "together")]
        if len(whens) > 1 or (ends and whens):
            raise Unread("it has more than one condition")
        context = "never" if negative else "do"
        if together:
            held = self.bound_of(thing_of(core if inner is None else inner))
            if not negative or ends or whens or held.quantity not in ("all", "plural", "two", "count"):
                raise Unread("it is not clear what is to be so together")
            if held.bare:
                raise Unread("it is not clear which of them are not to be so together")
            if held.quantity not in ("two", "count"):
                return always(not_(self.inner(held, True, formula, False)))
        if ends:
            what = self.scoped(formula, context, event=False)
            return finally_(not_(what) if negative else what)
        if not whens:
            what = self.scoped(formula, context, event=False)
            if negative:
                return not_(what) if self._total else always(not_(self.guarded(what, False)))
            if core.data == "keep_agent":
                return always(what)
            raise Unread("it is not clear when that is to be so")
        main = whens[0]
        if main.kind in ("while", "when"):
            when, event = self._trigger_of(main)
            what = self.scoped(formula, context, event=False)
            what = not_(what) if negative else what
            return always(op("->", when, yesterday(what) if event else what))
        if main.kind == "before" and not negative:
            when, event = self._trigger(self._about(main))
            if event:
                return always(op("->", when, yesterday(self.scoped(formula, "do", event=False))))
        if main.kind in ("unless", "until") and negative:
            need = self._needed(self._about(main))
            return always(op("->", self.guarded(self.scoped(formula, "never", event=False), False), need))
        raise Unread(odd(main))


def _one_of(name: str) -> Bound:
    """A thing by itself, of several that were named."""
    return Bound(NounTerm(name, Kind((name,), "", name)), "the", noun=name)


def core_is_asked(core: Node) -> bool:
    """*Shall be turned on only if*: is what is to be done, where *is on only if* may be what is to be so."""
    return core.data == "must_be"


_ALLOWING = these("may_do may_be may_doing goes_may only_do only_doing may_be_only")
"""What allows something."""
_NOT_TO_BE = ("must_not_be", "must_not_get", "goes_not", "is")
_AT_LAST = ("at_end", "in_the_end")
_STEADY = these("never must_not_be goes_not not_left must_be_always keep must_not_get leave_be stays_in")
_WITHOUT_VERB = these("at_end in_the_end always before while when window_first")
_TRIGGERS = frozenset(["after", "once", "as_soon", "when", "whatever"])
_RUNS: Node = Tree("predicate_run", [])
_NO_STATE = these(
    "sequence in_order do_first do_last do_next do_next_after requires not_both_acts nothing_else only_so_many "
    "so_many_acts worn_or_not only_then_act must_be_in_turn done_in_turn only_then_be only_then_do leave_be "
    "leave_there do never may_do only_last only_do only_doing may_doing only_may_be may_be_only agent_must "
    "agent_must_not agent_base agent_must_not_base keep_agent"
)
"""What asks for acts, or speaks of the robot: no state of a thing."""
_ASKING = these("must_be must_get goes get keep is be_left must_be_always must_end_up belongs")
"""What asks something of its subject, and denies nothing: *any* is each."""
_LASTING = these("keep be_left leave have there_not there_must must_not_run")
_NOTHING = frozenset(["exception", "after_that"])
