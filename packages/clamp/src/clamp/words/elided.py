"""What a sentence leaves unsaid, said: conditions of several statements, verbs that are not said again.

A parse goes in, and whole statements come out, each with a verb and its conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lark import Token, Tree

from clamp.words.conditions import CONDITIONS, FRONTS
from clamp.words.forms import plural
from clamp.words.reading import Node, Unread, doing_of, only_act, thing_of, tree, trees_of


def tiers(parses: Sequence[Node]) -> tuple[list[Node], ...]:
    """The parses to try, and those for when these fail.

    *But not the red one* is an exception, if it can be; *put every cup on the shelf* says where, if it can.
    """
    kept = _preferred(parses)
    denying = [
        one
        for one in kept
        if any(
            True
            for name in ("alike_not", "alike_also_there", "after_it", "agent_it")
            for _ in one.find_data(name)
        )
    ]
    there = [
        one
        for one in kept
        if one not in denying
        and any(True for name in ("such_there", "thing_there", "at_anything") for _ in one.find_data(name))
    ]
    return [one for one in kept if one not in denying and one not in there], there, denying


def _preferred(parses: Sequence[Node]) -> list[Node]:
    """The parses that take least for a statement of its own: *unless it is shut and the lid is on* is one condition.

    *Do it only after …* is not done *only* there, after ….
    """

    def apart(parse: Node) -> int:
        further = [one for one in trees_of(parse) if one.data == "further"]
        conditioned = any(map(_conditioned, trees_of(parse, "statement")))
        further = [
            one for one in further if not (conditioned and _conditioned(one))
        ]  # this before that, and …
        if any(trees_of(one, "leave") for one in trees_of(parse, "statement")):
            further = []  # leave it on the table and open the box: no list of acts
        apart = sum(
            any(part.data in ("is", "afterwards", "do") for part in trees_of(one))
            and not trees_of(one, "after_it")
            for one in further
        )
        for one in trees_of(parse):  # once it is locked, …
            first = next(iter(trees_of(one)), None)
            apart += first is not None and first.data == "times" and trees_of(first)[0].data == "plain_count"
        return apart + sum(one.data in ("only_place", "only_last") for one in parse.iter_subtrees())

    reasons = [one for one in parses if trees_of(one, "told")]
    parses = reasons or parses  # the crate is heavy, so …: that is no demand
    least = min(map(apart, parses))
    return [one for one in parses if apart(one) == least]


def _place(nodes: Sequence[Node], node: Node) -> int:
    return next(at for at, one in enumerate(nodes) if one is node)


def _conditioned(node: Node) -> bool:
    """Whether what is asked for has a condition behind it."""
    core, *behind = [one for one in trees_of(node) if one.data not in FRONTS] or [node]
    return core.data in ("do", "never") and any(one.data in _ORDERING for one in behind)


_ORDERING = frozenset(["before", "after", "once", "until", "as_soon", "only_if"])


def statements_of(parse: Node) -> Iterator[Node]:
    """The statements of a parse: *may be opened once, and never while it is hot* is two of one core."""
    shared: list[Node] = []
    parse = _with_what(parse)
    nodes = _spelt_out([_having(one) for one in trees_of(parse) if one.data != "told"])
    said = [one for one in nodes if one.data in ("statement", "further")]
    ending = [one for one in trees_of(said[-1]) if one.data in _ENDS]
    if len(said) > 1 and all(_plainly_so(one) for one in said):
        ends = [any(part.data in _ENDS for part in trees_of(one)) for one in said]
        if ending and not any(ends[:-1]):  # no burner is lit and no vessel is hot at the end
            said = [tree(one.data, [*one.children, *ending]) for one in said[:-1]] + said[-1:]
        elif (opening := _before_core(said[0], _ENDS)) and not any(
            ends[1:]
        ):  # at the end this is so, and that
            said = said[:1] + [tree(one.data, [*one.children, *opening]) for one in said[1:]]
        elif ends[0] and not any(_before_core(one, _ENDS) for one in said) and all(map(_asks, said[1:])):
            pass  # this has to be so at the end, and that has to be so
        elif any(ends) and not all(ends):
            raise Unread("it is not clear what all is to be so at the end")
    stated = [any(part.data in _STATED for part in trees_of(one)) for one in said]
    bare = [not any(part.data in CONDITIONS for part in trees_of(one)) for one in said]
    if len(said) > 1 and all(stated) and all(bare[:-1]) and trees_of(said[-1])[-1].data in CONDITIONS - _ENDS:
        raise Unread("it is not clear whether the condition is one of all that is to be so")
    for node in said:
        whole = node
        if any(one.data == "apart" for one in nodes):
            shared = []
        parts = trees_of(node)
        core = next(
            (at for at, one in enumerate(parts) if one.data not in FRONTS and one.data not in CONDITIONS), 0
        )
        if (
            node.data == "further"
            and not any(one.data in CONDITIONS for one in parts)
            and not any(one.data in ("afterwards", "after_it") for one in parts)
        ):
            node = tree(node.data, [*shared, *parts])  # when it is hot, never open this and never fill that
        elif node.data == "statement":
            shared = [one for one in parts[:core] if one.data in CONDITIONS]
        both = [one for one in trees_of(node) if one.data == "not_both"]
        if both:
            node = tree(node.data, [one for one in trees_of(node) if one.data != "not_both"])
            if _core_of(node)[0].data not in ("may_be", "goes_may", "may_do"):
                yield node
            yield _not_both(node)
            continue
        never = [one for one in trees_of(node) if one.data == "and_never"]
        plain = tree(node.data, [one for one in trees_of(node) if one.data != "and_never"])
        free = _core_of(plain)[0].data in ("may_do", "may_be", "goes_may") and not any(
            one.data in CONDITIONS for one in trees_of(plain)
        )
        at = next(place for place, one in enumerate(said) if one is whole)
        apart = free and at + 1 < len(said) and nodes[_place(nodes, whole) + 1].data == "apart"
        # you may open it, but close it again: what is allowed is no rule
        yield tree("permission", plain.children) if free and (never or apart) else plain
        for one in never:
            yield tree("statement", [_denied(_core_of(node)[0]), *trees_of(one)])


def mixed(node: Node) -> tuple[bool, list[Node]] | None:
    """*A and B or C*, of acts or of things, as a statement of each: how far the two words reach is not said.

    Returns:
        Whether *or* comes first, and the three statements; ``None`` if the two words are not mixed.
    """
    core, _ = _core_of(node)
    for one in core.iter_subtrees():
        parts = trees_of(one)
        other = {"and_acts": "np_or", "or_acts": "np_and"}.get(str(one.data), "")
        choices = [next(_pair(part, other), None) for part in parts] if other else []
        if one.data in ("np_and_or", "np_or_and", "and_or_acts", "or_and_acts"):
            first = "or_and" in str(one.data)
            if one.data in ("and_or_acts", "or_and_acts"):
                parts = [tree("doings_base", [part]) for part in parts]
        elif len(parts) == 2 and sum(choice is not None for choice in choices) == 1:
            first = (choices[0] is not None) is (other == "np_or")
            each_of = [[part] if two is None else [_replaced(part, two, thing) for thing in trees_of(two)]
                       for part, two in zip(parts, choices, strict=True)]  # fmt: skip
            parts = [tree("doings_base", [part]) for several in each_of for part in several]
        else:
            continue
        if core.data not in _ASKED or any(each.data not in _ENDS for each in trees_of(node) if each is not core
                                          and each.data not in FRONTS) or len(parts) != 3:  # fmt: skip
            raise Unread("it is not clear how far *and* and *or* reach")
        return first, [_replaced(node, one, part) for part in parts]
    return None


def _pair(act: Node, listed: str) -> Iterator[Node]:
    """The two things that an act is done to: *the cat or the dog* (`np_or`), *the cat and the dog* (`np_and`)."""
    for one in act.find_data("object"):
        yield from (things for things in trees_of(one, listed) if len(trees_of(things)) == 2)


def _with_what(node: Node) -> Node:
    """*With dirty hands*: with the hands dirty."""
    if node.data == "with_such":
        adjective, noun = (one for one in node.children if isinstance(one, Token))
        thing = tree("many" if noun.type == "NOUNS" else "one", [tree("the", []), noun])
        such = tree("simple_predicate", [tree("adjective", [adjective])])
        return tree("with_small", [tree("such_word", []), thing, tree("predicate", [such])])
    if not any(True for _ in node.find_data("with_such")):
        return node
    return tree(node.data, [_with_what(one) if isinstance(one, Tree) else one for one in node.children])


def _having(node: Node) -> Node:
    """*No booth must have two microphones in it*: they must not be in any booth."""
    found = next((one for one in trees_of(node) if one.data == "has_in_it"), None)
    if found is None:
        return node
    whose, thing = [
        one for one in trees_of(found) if one.data not in ("must", "must_not", "may", "predicate")
    ][:2]
    predicate = trees_of(found, "predicate")[0]
    core = (
        "must_be" if trees_of(found, "must") else "must_not_be" if trees_of(found, "must_not") else "may_be"
    )
    if any(one.data in ("no", "neither") for one in trees_of(whose)):
        if core == "must_not_be":
            raise Unread("it denies twice")
        none = [one for one in trees_of(whose) if one.data in ("no", "neither")]
        whose = tree(whose.data, [tree("any", []) if one in none else one for one in whose.children])
        core = "must_not_be"
    pronouns = [
        one
        for one in predicate.iter_subtrees()
        if one.data == "pronoun" and any(part.data in ("it", "them") for part in trees_of(one))
    ]
    if len(pronouns) != 1:
        raise Unread("it is not clear what has what")
    return tree(node.data, [tree(core, [thing, _replaced(predicate, pronouns[0], whose)]) if one is found else one
                            for one in node.children])  # fmt: skip


def _replaced(node: Node, old: Node, new: Node) -> Node:
    if node is old:
        return new
    return tree(
        node.data, [_replaced(one, old, new) if isinstance(one, Tree) else one for one in node.children]
    )


def _spelt_out(nodes: Sequence[Node]) -> list[Node]:
    """Statements whose verb was said in the one before: *the milk goes in the fridge and the apple on the table*."""
    found: list[Node] = []
    offered = False
    for node in nodes:
        if node.data == "further_only":
            node = tree("further", [tree("only_then_act", trees_of(node))])
        if node.data != "alike":
            offered = node.data == "or_link"
            found.append(node)
            continue
        before = next((one for one in reversed(found) if one.data in ("statement", "further")), None)
        assert before is not None
        core, behind = _core_of(before)
        alike, *further = trees_of(node)
        if offered and core.data not in _DENYING:
            raise Unread("it offers a choice")
        if any(one.data not in _ENDS for one in further) or (further and behind):
            raise Unread("it is not clear how far the condition reaches")
        if alike.data == "alike_denied":  # but the dress must not
            opposite = _DENIED.get(str(core.data))
            if (
                any(one.data not in _ENDS for one in behind)
                or further
                or opposite is None
                or core.data not in ("goes", "goes_may", "must_be", "may_be", "is")
            ):
                raise Unread("it is not clear what is not to be so")
            same = tree(opposite, [thing_of(alike), trees_of(core)[-1]])
        elif alike.data == "alike_too":  # but neither of the rabbits should be
            none = any(one.data in ("no", "neither") for one in trees_of(thing_of(alike)))
            if trees_of(alike, "may") and not none and core.data in (*_DENYING, "may_be") and not further:
                continue  # but the cabinet may: of that nothing is asked
            there = any(True for name in ("place", "located") for _ in core.find_data(name))
            if (
                behind
                or further
                or not none
                or core.data not in ("goes", "must_be")
                or (there and core.data != "goes")
            ):
                raise Unread("it is not clear what is to be so, too")
            same = tree(str(core.data), [thing_of(alike), trees_of(core)[-1]])
        elif alike.data == "alike_nor":  # nor may the front lawn
            if further or core.data not in _NEITHER:
                raise Unread("it is not clear what is not to be so, either")
            if core.data == "never":
                same = _with_things(core, [thing_of(alike)])
            else:
                same = tree(str(core.data), [thing_of(alike), trees_of(core)[-1]])
        elif alike.data == "alike_nowhere_else":  # put it on the sofa and nowhere else
            act = _act_of(core)
            places = [] if act is None else trees_of(act, "place")
            if (
                core.data in ("goes", "belongs") and not behind and not further
            ):  # in the fridge and nowhere else
                found.append(tree("further", [tree("only_place_for", [thing_of(core), *_place_of(core)])]))
                continue
            if behind or further or core.data != "do" or act is None or len(places) != 1:
                raise Unread("it is not clear where else that is not to be done")
            elsewhere = [
                *(one for one in act.children if one not in places),
                tree("elsewhere", places[0].children),
            ]
            same = tree("never", [tree("doing_base", [tree("act", elsewhere)])])
        elif alike.data == "alike_also_there":  # it does not belong on the shelf, or in the sink
            if not offered or behind or further:
                raise Unread("it is not clear what is to be so there")
            same = _at_place(core, trees_of(alike)[0])
        elif alike.data == "alike_nothing_else":
            if behind or further or core.data != "do":
                raise Unread("it is not clear what else is meant")
            same = tree("nothing_else", trees_of(core))
        elif alike.data in ("alike_not", "alike_not_there"):
            if behind or further:
                raise Unread("it is not clear how far the condition reaches")
            same = _denied_alike(core, alike)
        elif alike.data == "alike_so_too":  # and so must the other
            if further or core.data not in _ALIKE_SO | {"goes", "goes_not", "do", "never", "must_get"}:
                raise Unread("it is not clear what is to be so, too")
            things = trees_of(alike)[-1:]
            act = core.data in ("do", "never")
            same = _with_things(core, things) if act else tree(str(core.data), [*things, trees_of(core)[-1]])
        elif alike.data == "alike_never":  # and the blue lamp not at all
            if (
                further
                or any(one.data != "times" for one in behind)
                or core.data not in ("do", "must_be", "may_be")
            ):
                raise Unread("it is not clear what is not to be done at all")
            if core.data == "do":
                same, behind = _with_things(tree("never", core.children), trees_of(alike)), []
            else:
                same, behind = tree("must_not_be", [*trees_of(alike), trees_of(core)[-1]]), []
        elif alike.data == "alike_before":  # and this one before that one
            if [one.data for one in behind] != ["before_same"] or further:
                raise Unread("it is not clear what is before what")
            first, then = [one for one in trees_of(alike) if one.data != "before"]
            same = (
                _with_things(core, [first])
                if core.data == "do"
                else tree(core.data, [first, trees_of(core)[-1]])
            )
            behind = [tree("before_same", [*trees_of(behind[0], "before"), then])]
        elif alike.data == "alike_gets":  # he gets the one, and she the other
            act = only_act(doing_of(core)) if core.data == "do" else None
            given = act is not None and act.data == "act_dative"
            if behind or further or not (given or core.data == "gets_thing"):
                raise Unread("it is not clear what is said of two things")
            same = tree(core.data, trees_of(alike))
            if given and act is not None:
                verb = [one for one in act.children if isinstance(one, Token)]
                same = tree("do", [tree("doing_base", [tree("act_dative", [*verb, *trees_of(alike)])])])
        elif alike.data == "alike_often":
            if [one.data for one in behind] != ["times"]:
                raise Unread("it is not clear what is done so often")
            same, behind = _with_things(core, trees_of(alike)[:1]), [tree("times", trees_of(alike)[-1:])]
        elif alike.data != "alike_nor" and any(one.data not in _ENDS for one in behind):
            raise Unread("it is not clear how far the condition reaches")
        elif alike.data == "alike_so":
            if core.data not in _ALIKE_SO:
                raise Unread("it is not clear what is said of another thing")
            thing, predicate = trees_of(alike)
            was, what = thing_of(core), trees_of(core)[-1]
            same = tree(core.data, [thing if one is was else predicate if one is what else one
                                    for one in core.children])  # fmt: skip
        elif core.data == "wanted" and len(trees_of(alike)) == 2:
            thing, place = trees_of(alike)
            there = tree("predicate", [tree("simple_predicate", [tree("located", [place])])])
            same = tree("wanted", [thing, there])
        elif core.data in ("goes", "goes_not", "belongs", "belongs_not"):
            if len(trees_of(alike)) != 2:
                raise Unread("it is not clear where that goes")
            same = tree(core.data, trees_of(alike))
        else:
            same = _with_things(core, trees_of(alike))
        if further:
            at = max(place for place, one in enumerate(found) if one is before)
            found[at] = tree(before.data, [*before.children, *further])
        behind = further or behind
        found.append(tree("further", [same, *behind]))
    return found


def _before_core(node: Node, kinds: frozenset[str]) -> list[Node]:
    core, _ = _core_of(node)
    parts = trees_of(node)
    return [one for one in parts[: parts.index(core)] if one.data in kinds]


def _not_both(node: Node) -> Node:
    """*Either pump may run, but not both*: what is said of one of two is not to be so of both together."""
    core, behind = _core_of(node)
    if core.data in ("do", "goes", "goes_may") and not behind:
        return tree("statement", [tree("not_both_acts", trees_of(core))])
    thing = thing_of(core)
    if core.data not in ("may_be", "must_be", "is") or behind:
        raise Unread("it is not clear what is not to be so of both")
    nouns = [str(one).strip() for one in thing.children if isinstance(one, Token) and one.type == "NOUN"]
    if thing.data == "np_or":
        both = tree("np_and", [tree("both_word", []), *thing.children])
    elif (
        thing.data == "one"
        and (trees_of(thing, "any") or trees_of(thing, "either_one"))
        and len(thing.children) == 2
        and nouns
    ):
        both = tree("many", [tree("both", []), Token("NOUNS", plural(nouns[0]))])
    else:
        raise Unread("it is not clear of which two that is said")
    fronts = _before_core(node, frozenset(CONDITIONS))  # at the end, one of them, but not both
    return tree("statement", [*fronts, tree("must_not_be", [both, trees_of(core)[-1]]), tree("together", [])])


def _asks(node: Node) -> bool:
    """Whether a statement asks for a state, and denies none."""
    core, behind = _core_of(node)
    thing = thing_of(core)
    return core.data == "must_be" and not behind and not any(
        one.data in ("no", "neither", "no_two") for one in trees_of(thing)
    ) and thing.data != "np_neither"  # fmt: skip


def _core_of(node: Node) -> tuple[Node, list[Node]]:
    """What a statement asks for, and what is said behind that."""
    parts = trees_of(node)
    core = next(one for one in parts if one.data not in FRONTS and one.data not in CONDITIONS)
    return core, parts[parts.index(core) + 1 :]


def _place_of(core: Node) -> list[Node | Token]:
    """Where a thing goes: the preposition, and the place."""
    place = trees_of(core, "place")
    return list(place[0].children) if len(place) == 1 else []


def _act_of(core: Node) -> Node | None:
    """The one act that is asked for or forbidden, if it is done to something."""
    act = only_act(doing_of(core)) if core.data in ("do", "never") else None
    return act if act is not None and act.data == "act" and trees_of(act, "object") else None


def _denied_alike(core: Node, alike: Node) -> Node:
    """*Put it on the rack, and never in a drawer*; *inspect the pumps, but not the tank*."""
    if core.data == "goes" and alike.data == "alike_not_there" and len(trees_of(alike)) == 1:
        return tree("goes_not", [thing_of(core), *trees_of(alike)])
    if core.data == "must_be" and alike.data == "alike_not_there" and len(trees_of(alike)) == 1:
        return _at_place(tree("must_not_be", core.children), trees_of(alike)[0])  # not on the big one
    if core.data == "must_be" and alike.data == "alike_not":  # one drawer should be open, and not the top one
        return tree("must_not_be", [*trees_of(alike), trees_of(core)[-1]])
    act = _act_of(core)
    if act is None or core.data != "do":
        raise Unread("it is not clear what is not to be done")
    there = alike.data == "alike_not_there"
    dropped = ("place",) if there else ("object",)
    if there and not trees_of(act, "place"):
        raise Unread("it is not clear where that is not to be done")
    kept = [one for one in act.children if not (isinstance(one, Tree) and one.data in dropped)]
    others = trees_of(alike) if there else [tree("object", trees_of(alike))]
    denied = [*kept, *others] if there else [kept[0], *others, *kept[1:]]
    return tree("never", [tree("doing_base", [tree("act", denied)])])


def _at_place(core: Node, place: Node) -> Node:
    """What is asked for, at another place: each part that says where says that one."""
    found = list(core.find_data("place"))
    if len(found) != 1:
        raise Unread("it is not clear what is to be so there")
    return _replaced(core, found[0], place)


def _with_things(core: Node, things: Sequence[Node]) -> Node:
    """The same act with another thing, at another place if there is one."""
    act = _act_of(core)
    if act is None:
        raise Unread("it is not clear what is done to another thing")
    thing, *places = things
    if bool(places) is not bool(trees_of(act, "place")):
        raise Unread("it is not clear where that is done")
    kept = [one for one in act.children if not (isinstance(one, Tree) and one.data in ("object", "place"))]
    return tree(core.data, [tree("doing_base", [tree("act", [*kept, tree("object", [thing]), *places])])])


_ASKED = frozenset(
    ["do", "goes", "must_be", "wanted", "get", "have", "belongs", "must_end_up", "must_get", "is"]
)
"""What asks for something that is to be so, or done."""
_NEITHER = frozenset(["never", "must_not_be", "goes_not", "must_not_get"])
_DENYING = frozenset(["never", "must_not_be", "goes_not", "belongs_not", "not_left", "must_not_get"])
_ALIKE_SO = _DENYING | {"must_be", "is", "keep", "leave", "be_left", "get", "must_be_always"}
_STATED = frozenset(["verbless", "verbless_so", "is", "must_be", "must_not_be", "may_be"])
_ENDS = frozenset(["at_end", "in_the_end"])


def _plainly_so(node: Node) -> bool:
    """Whether a statement says what is to be so, and under no condition but *at the end*."""
    core = [one for one in trees_of(node) if one.data in _STATED]
    return bool(core) and not any(one.data in CONDITIONS - _ENDS for one in trees_of(node))


def _denied(core: Node) -> Node:
    opposite = _DENIED.get(str(core.data))
    if opposite is None or any(one.data in _BOUNDED for one in core.iter_subtrees()):
        raise Unread("it is not clear what is never to be so")
    return tree(opposite, core.children)


_BOUNDED = frozenset(
    ["elsewhere", "only_place", "such", "such_done", "such_not_been", "that_you", "thing_such"]
)
"""What is said of a thing or a place, of which it is not clear whether it is said of what is denied, too."""
_DENIED: dict[str, str] = {
    "do": "never", "never": "never", "may_do": "never", "only_do": "never",
    "must_be": "must_not_be", "may_be": "must_not_be", "must_not_be": "must_not_be",
    "goes": "goes_not", "goes_may": "goes_not", "is": "must_not_be",
}  # fmt: skip
