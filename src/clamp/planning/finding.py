"""What `clamp.planning.lint` has to say about a task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that `lint` has to say.

    Attributes:
        severity: ``"error"``: no plan can exist, or none can be written. ``"warning"``: probably a mistake.
            ``"info"``: worth knowing.
        kind: A short stable slug; that of a repair for repairs.
        where: A position in a file, or the part of the task: ``"action pick"``, ``"goal"``, …
        message: What was found, with the names involved.
    """

    severity: Severity
    kind: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.message} [{self.kind}]"
