"""YAML from outside: bounded before anything is built of it, and every value knows its line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml

from clamp.errors import ClampError
from clamp.files import MEBIBYTE, read_text, shown

_DEPTH, _NODES = 30, 100_000
"""Deepest nesting of a document, and most values in it, aliases written out."""

_HALVES = re.compile(r"(?<!\\)((?:\\\\)*)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.IGNORECASE)
"""A character in two halves, as JSON writes those beyond U+FFFF; YAML reads each half as a character that is none."""


def _whole(match: re.Match[str]) -> str:
    high, low = int(match[2], 16), int(match[3], 16)
    return f"{match[1]}\\U{0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF):08x}"


@dataclass(frozen=True)
class Document:
    """A YAML mapping.

    Attributes:
        where: The file, as messages name it.
        fields: The data.
        node: The same, as nodes that know where they stand.
    """

    where: str
    fields: dict[str, Any]
    node: yaml.MappingNode

    @classmethod
    def read(cls, path: Path, what: str, error: type[ClampError], such_as: str) -> Document:
        """A file.

        Args:
            path: The file.
            what: What it is for, such as ``"task"``.
            error: The class of the errors raised.
            such_as: A line of such a document.

        Raises:
            ClampError: Of class `error`: if it cannot be read, is no YAML mapping, is too large, or has a key
                twice; with the line.
        """
        return cls.parse(read_text(path, what, error, limit=MEBIBYTE), str(path), what, error, such_as)

    @classmethod
    def parse(cls, text: str, where: str, what: str, error: type[ClampError], such_as: str) -> Document:
        """A text; arguments and errors as of `read`."""
        node, data = _Reader(where, what, error).parsed(text)
        if not isinstance(node, yaml.MappingNode) or not isinstance(data, dict):
            raise error(
                f"{where}: a {what} is a mapping such as `{such_as}`, one field a line; this file holds "
                f"{'nothing' if data is None else f'a {type(data).__name__}'}."
            )
        found = cls(where, cast("dict[str, Any]", data), node)
        found._refuse_repeats(node, error)
        return found

    def _refuse_repeats(self, node: yaml.Node, error: type[ClampError]) -> None:
        """Refuse a key that a mapping has twice, anywhere in the file: one of the two would be dropped.

        Keys are compared as what they stand for: ``1`` and ``0x1`` are one, and so are ``yes`` and ``true``.
        """
        if isinstance(node, yaml.SequenceNode):
            for one in node.value:
                self._refuse_repeats(one, error)
        if not isinstance(node, yaml.MappingNode):
            return
        first: dict[Any, int] = {}
        loader: Any = yaml.SafeLoader("")
        for key, value in node.value:
            line = key.start_mark.line + 1
            if isinstance(key, yaml.ScalarNode):
                name: Any = loader.construct_object(key)
                if name in first:
                    raise error(f"{self.where}:{line}: {key.value} was given before, in line {first[name]}.")
                first[name] = line
            self._refuse_repeats(value, error)

    def line(self, location: Iterable[int | str]) -> int | None:
        """The line of a field, as deep as the location leads."""
        found: int | None = None
        node: yaml.Node = self.node
        for part in location:
            if isinstance(node, yaml.MappingNode):
                pairs = [(key, value) for key, value in node.value if key.value == part]
                if not pairs:
                    break
                found, node = pairs[0][0].start_mark.line + 1, pairs[0][1]
            elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
                node = cast("yaml.Node", node.value[part])
                found = node.start_mark.line + 1  # pyright: ignore
            else:
                break
        return found

    def written(self, name: str) -> str:
        """A field's value as it stands in the file, where it is no list and no mapping."""
        return next((value.value for key, value in self.node.value if key.value == name), "")

    def place(self, location: Iterable[int | str]) -> str:
        """File and line of a field."""
        line = self.line(location)
        return self.where if line is None else f"{self.where}:{line}"


@dataclass(frozen=True)
class _Reader:
    where: str
    what: str
    error: type[ClampError]

    def parsed(self, text: str) -> tuple[Any, Any]:
        """The nodes of a YAML text, which know their lines, and its data."""
        text = _HALVES.sub(_whole, text)
        try:
            self._check_depth(text)
            node = cast("yaml.Node | None", yaml.compose(text, Loader=yaml.SafeLoader))  # pyright: ignore
            if node is None:
                return None, None
            self._count(node, {})
            loader: Any = yaml.SafeLoader("")
            return node, loader.construct_document(node)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            at = f":{mark.line + 1}:{mark.column + 1}" if mark is not None else ""
            said = error.problem or error.context or ""
            quote = " Quote a value that begins with '!'." if "for the tag '!" in said else ""
            raise self.error(f"{self.where}{at}: not YAML: {said}.{quote}") from error
        except yaml.YAMLError as error:
            raise self.error(f"{self.where}: not YAML: {error}.") from error
        except self.error:
            raise
        except (ValueError, KeyError, IndexError, AttributeError, TypeError, ArithmeticError) as error:
            # What PyYAML's constructors raise of numbers, dates and tags that are none.
            raise self.error(
                f"{self.where}: a value is not what it looks like in YAML: {shown(str(error), 200)}. Is a number "
                "of many digits, a date or a tag (`!!…`) in it? Quote what is meant as text."
            ) from error

    def _check_depth(self, text: str) -> None:
        """Refuse deep nesting before anything follows it down."""
        depth = 0
        events = cast("Iterable[yaml.Event]", yaml.parse(text, Loader=yaml.SafeLoader))  # pyright: ignore
        for event in events:
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > _DEPTH:
                    raise self.error(
                        f"{self.where}:{event.start_mark.line + 1}: it is nested too deeply; a {self.what} has "
                        f"at most {_DEPTH} levels."
                    )
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1

    def _count(self, node: yaml.Node, known: dict[int, int]) -> int:
        """How many values a node stands for, with its aliases written out.

        Raises:
            ClampError: If too many, or without an end; before anything of that size is made.
        """
        if id(node) in known:
            if not known[id(node)]:
                raise self.error(
                    f"{self._place(node)}: the value contains itself, through an alias (`*name`)."
                )
            return known[id(node)]
        known[id(node)] = 0  # in the making
        found = 1
        if isinstance(node, yaml.SequenceNode):
            found += sum(self._count(one, known) for one in node.value)
        elif isinstance(node, yaml.MappingNode):
            found += sum(self._count(key, known) + self._count(value, known) for key, value in node.value)
        elif (
            isinstance(node, yaml.ScalarNode)
            and node.tag == "tag:yaml.org,2002:int"
            and len(node.value) > 300
        ):
            raise self.error(f"{self._place(node)}: the number has {len(node.value):,} digits.")
        if found > _NODES:
            raise self.error(
                f"{self._place(node)}: it stands for more than {_NODES:,} values, with its aliases "
                "(`*name`) written out."
            )
        known[id(node)] = found
        return found

    def _place(self, node: yaml.Node) -> str:
        return f"{self.where}:{node.start_mark.line + 1}"
