"""Plan formats by their names, as task files and requests to servers give them."""

from __future__ import annotations

from clamp import checks
from clamp.decoding.plan_format import PlanFormat
from clamp.errors import PlanFormatError

FORMATS = ("calls", "skill_json", "virtualhome_json", "steps")


def format_of(name: str) -> PlanFormat:
    """The plan format with this name, or made from a template such as ``{name}({args})``.

    Raises:
        PlanFormatError: If it is neither.
    """
    checks.text("format", name, PlanFormatError, hint=f"It is one of {', '.join(FORMATS)}, or a template.")
    if "{name}" in name:
        return PlanFormat.from_template(name)
    if name not in FORMATS:
        raise PlanFormatError(
            f"There is no plan format {name!r}. Choose one of {', '.join(FORMATS)}, or give a template for "
            "one action, such as '{name}({args})'."
        )
    made: PlanFormat = getattr(PlanFormat, name)()
    return made
