"""What was wrong with a PDDL file, and what was read instead."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

NOTES = frozenset({"cost-ignored", "negative-fact", "implicit-type", "either-supertype"})
"""Kinds that report how legal PDDL was understood; strict reading accepts and reports them too."""

KINDS = MappingProxyType(
    {
        "argument-type": "an argument of a type that the predicate does not take; the predicate takes it now",
        "bddl-quantifier": "BDDL's forn, forpairs or fornpairs; expanded over the objects",
        "combined-file": "domain and problem in one file; the form that was asked for is read",
        "contradictory-fact": "a fact stated both true and false; it is true",
        "cost-ignored": "action costs and metrics; plans are not ranked by them",
        "domain-name": "the problem names another domain; it is read with the one given",
        "duplicate-action": "an action defined twice in the same words; read once",
        "duplicate-object": "an object or constant declared more than once; merged",
        "duplicate-predicate": "a predicate declared more than once; merged",
        "duplicate-section": "a section that may appear once appears again; merged",
        "duplicate-type": "a type declared more than once; merged",
        "either-supertype": "a type below (either …); it is a subtype of each",
        "empty-goal": "the goal is (); every state is a goal",
        "encoding": "the file is not UTF-8; read as UTF-16 or Windows-1252",
        "fact-arity": "an initial fact with the wrong number of arguments; dropped",
        "glued-hyphen": "no space between a hyphen and a type; read as if there was",
        "implicit-and": "several conditions or effects without (and …); all of them count",
        "implicit-type": "a type that is only named as a supertype; declared",
        "inert-fact": "initial facts of a predicate that neither domain nor goal knows; dropped",
        "misspelt-keyword": "a keyword with a spelling mistake; read as the keyword",
        "missing-parameters": "an action without :parameters; it has none",
        "missing-question-mark": "a variable without its question mark; read as the variable",
        "missing-requirement": "a feature is used that :requirements does not list; allowed",
        "missing-section": "a section that must be there is not; read as empty",
        "missing-type": "a hyphen that no type follows; the type is object",
        "negative-fact": "(not …) in :init says nothing, since what is not stated is false; dropped",
        "nonstandard-name": "a name with characters that PDDL does not allow; kept as written",
        "predicate-arity": "all uses of a predicate have another number of arguments than its declaration",
        "redeclared-object": "object is declared as a type or given a supertype; it is the root of all types",
        "respelled-name": "a name spelt differently from its declaration; read as the declared one",
        "self-supertype": "a type that is its own supertype; that supertype is dropped",
        "stray-question-mark": "an object written as a variable; read as the object",
        "undeclared-constant": "an action names an object that is no constant; declared as one",
        "undeclared-object": "an object that is not declared; declared, its type inferred",
        "undeclared-predicate": "a predicate that is not declared; declared from its uses",
        "undeclared-type": "a type that is not declared; declared under object",
        "unknown-requirement": "a requirement that PDDL does not know; ignored",
    }
)
"""Every kind of repair and note, with what it means. The keys are stable."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One departure of a PDDL file from the standard, and how it was read.

    Attributes:
        where: The file's path, or ``"domain"`` / ``"problem"`` when the text itself was given.
        line: Line in the original text, from 1.
        column: Column in the original text, from 1, in characters.
        kind: A key of `KINDS`.
        message: What was wrong; what was done instead.
    """

    where: str
    line: int
    column: int
    kind: str
    message: str

    @property
    def is_note(self) -> bool:
        """Whether the text is legal PDDL and this only says how it was understood."""
        return self.kind in NOTES

    def __str__(self) -> str:
        return f"{self.where}, line {self.line}, column {self.column}: {self.message} [{self.kind}]"
