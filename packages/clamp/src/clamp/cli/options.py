"""Options that are made from the fields of a model: its types, defaults and help texts are those of the fields.

What is given goes to the model as it is written there, and the model checks it. So an option cannot differ from
the field of TASK.yaml or of a benchmark's configuration that it stands for, and a new field is an option at once.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args, get_origin

import typer
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from clamp.cli.console import messages, number, whole
from clamp.cli.defaults import Given
from clamp.errors import ConstraintError
from clamp.files import shown
from clamp.request.form import TaskFile, read_task, renamed, task_of
from clamp.request.settings import flag_of, flags_of, kinds_of


def options_of(
    model: type[BaseModel], parameter: str = "given", *, without: Collection[str] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command an option for each field of a model.

    Args:
        model: Its fields become options, in their order.
        parameter: The command's parameter in whose place they stand; it gets the values given, by field.
        without: Fields that only a file has.
    """
    fields = {name: field for name, field in model.model_fields.items() if name not in without}
    made = {name: _parameter(name, field, panel_of(model, name)) for name, field in fields.items()}
    former = {
        f"former_{name}": _former(name, field) for name, field in fields.items() if flag_of(field).former
    }

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**values: Any) -> None:
            context: Any = values.pop("context_")
            options = {name: values.pop(name) for name in fields}
            from_file = {name for name in fields if _is_of_file(context, name)}
            for name in former:
                now = name.removeprefix("former_")
                options[now] = _renamed(fields[now], options[now], values.pop(name), now)
            # An option that may be repeated is an empty list, or None, where it was not given.
            given = {
                name: _read(name, fields[name], value)
                for name, value in options.items()
                if value is not None and value != [] and value is not False
            }
            if model is TaskFile:  # whose file comes before the file of defaults
                told = {name: value for name, value in given.items() if name not in from_file}
                given = Given(told, {name: given[name] for name in from_file if name in given})
            command(**values, **{parameter: given})

        own = inspect.signature(command, eval_str=True).parameters
        parameters: list[inspect.Parameter] = []
        for name, one in own.items():
            one = one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            parameters += [*made.values(), *former.values()] if name == parameter else [one]
        only = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter("context_", only, annotation=typer.Context))
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        return run

    return decorate


def read_spec(path: Path | None, given: Mapping[str, Any]) -> TaskFile:
    """A task from its file, if there is one, and from options, which replace its fields.

    Raises:
        ConstraintError: If something in it is missing or wrong; with the line, or the option.
    """
    defaults = given.defaults if isinstance(given, Given) else {}
    if path is None:
        return task_of({**defaults, **given}, named=_option, tell=_warn)
    return read_task(path, given, named=_option, tell=_warn, defaults=defaults)


def _is_of_file(context: Any, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "DEFAULT_MAP"


def starts_of(given: Iterable[str]) -> dict[str, Any]:
    """How a world begins, as `--start` says it.

    Raises:
        ConstraintError: If one is not of the form NAME=VALUE.
    """
    return _read("start", TaskFile.model_fields["start"], list(given))


def formerly(world: str | None, **former: str | None) -> str | None:
    """The world that options ask for, those included that named one in former releases, with a warning.

    Raises:
        ConstraintError: If there are several.
    """
    given = {name: value for name, value in {"world": world, **former}.items() if value is not None}
    if len(given) > 1:
        names = " and ".join(f"--{name.replace('_', '-')}" for name in given)
        raise ConstraintError(f"Give one planning model, not several: {names}.")
    return cast("str | None", renamed(dict(given), _warn).get("world"))


def _option(name: str) -> str:
    return flags_of(name, TaskFile.model_fields[name])[0]


def _warn(said: str) -> None:
    messages().print(said, style="yellow")


def panel_of(model: type[BaseModel], name: str) -> str | None:
    """The heading of a field's option in help texts: its own, or that of the group that first declares the field."""
    group = next(one for one in reversed(model.__mro__) if name in vars(one).get("__annotations__", {}))
    return flag_of(model.model_fields[name]).panel or vars(group).get("panel")


def help_of(field: FieldInfo) -> str:
    """A field's description with its default, where that is a plain value and not said."""
    said, default = field.description or "", field.default
    if isinstance(default, bool) or not isinstance(default, str | int | float) or "default" in said:
        return said
    value = default if isinstance(default, str) else f"{default:g}"
    return f"{said.rstrip('.')}; {value} by default."


def pairs_of(option: str, given: Iterable[str], form: str = "NAME=VALUE") -> dict[str, str]:
    """Options of the form NAME=VALUE, or several of them with commas between.

    Raises:
        ConstraintError: If one has another form, or a name is given twice.
    """
    found: dict[str, str] = {}
    for one in (part for text in given for part in re.split(r",(?=\s*\w+\s*=)", text)):
        name, sign, value = (part.strip() for part in one.partition("="))
        if not (name and sign and value):
            raise ConstraintError(f"{option}: {shown(one)} is not of the form {form}.")
        if name in found:
            raise ConstraintError(f"{option}: {shown(name)} is given twice.")
        found[name] = value
    return found


def _former(name: str, field: FieldInfo) -> inspect.Parameter:
    """The option by its names of former releases, which help texts do not show."""
    made = _parameter(name, field, None)
    kind, option = get_args(made.annotation)
    hidden = typer.Option(*flag_of(field).former, hidden=True, parser=option.parser, metavar=option.metavar)
    return made.replace(name=f"former_{name}", default=None, annotation=Annotated[kind | None, hidden])


def _renamed(field: FieldInfo, given: Any, formerly: Any, name: str) -> Any:
    """What was given for a field, by today's name or, with a warning, by a former one."""
    if formerly in (None, []):
        return given
    was, now = " or ".join(flag_of(field).former), flags_of(name, field)[0]
    if given not in (None, []):
        raise ConstraintError(f"{was} is a former name of {now}, which is given, too. Leave {was} out.")
    messages().print(f"`{was}` goes with the next release; it is now `{now}`.", style="yellow")
    return formerly


def _parameter(name: str, field: FieldInfo, panel: str | None) -> inspect.Parameter:
    kinds, flag = kinds_of(field.annotation), flag_of(field)
    options: dict[str, Any] = {
        "help": help_of(field),
        "metavar": flag.metavar,
        "show_default": False,
        "rich_help_panel": panel,
    }
    kind: Any = str
    if kinds in ([int], [float]):
        kind = kinds[0]
        options["parser"] = whole() if kind is int else number()
        options["metavar"] = flag.metavar or ("N" if kind is int else "NUMBER")
    elif kinds in ([bool], [Path]):
        kind = kinds[0]
    elif flag.commas:
        kind = list[str]  # given again, it adds to what was given
    elif kinds[0] is str or get_origin(kinds[0]) is Literal:
        kind = str
    elif any(get_origin(one) in (list, dict, tuple) or issubclass(one, BaseModel) for one in kinds):
        kind = list[str]
    default: Any = inspect.Parameter.empty
    if not field.is_required():
        kind, default = (kind, False) if kind is bool else (kind | None, None)
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, typer.Option(*flags_of(name, field), **options)],
    )


def _read(name: str, field: FieldInfo, value: Any) -> Any:
    """A value as the model takes it."""
    kinds, flag = kinds_of(field.annotation), flag_of(field)
    if flag.commas:
        names = [part.strip() for one in value for part in one.split(",")]
        if names == [""] and field.default is None:
            return []  # none at all, where leaving the option out means all
        if str in kinds and len(names) == 1:
            return names[0]
        if "" in names:
            raise ConstraintError(f"{flags_of(name, field)[0]}: an empty name is given in {shown(value)}.")
        return names
    if not isinstance(value, list) or any(get_origin(one) in (list, tuple) for one in kinds):
        return cast(object, value)
    pairs = pairs_of(flags_of(name, field)[0], cast("list[str]", value), flag.metavar or "NAME=VALUE")
    if all(get_args(one)[1:] == (str,) for one in kinds):
        return pairs
    values = [part for one in kinds for part in get_args(one)[1:]]
    truths = not values or any(bool in kinds_of(one) for one in values)
    return {key: _figure(text, truths=truths) for key, text in pairs.items()}


def _figure(text: str, *, truths: bool) -> Any:
    """A number or a truth value, if it is one; otherwise the text."""
    if truths and text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
