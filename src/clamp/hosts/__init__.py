"""Hosts: what runs a model. Imported on first use, because torch takes seconds to load."""

from importlib.util import find_spec

from clamp.errors import HostError

_missing = [name for name in ("torch", "transformers") if find_spec(name) is None]
if _missing:
    raise HostError(
        f"Running a model needs {' and '.join(_missing)}, which {'is' if len(_missing) == 1 else 'are'} not "
        "installed. Run `pip install 'clamp-planning[transformers]'`."
    )
