"""Build the compiled core of search: the library of this machine, or those of all platforms that a wheel serves.

    python packages/clamp/build_kernel.py          # with cc (or $CC), for this machine
    python packages/clamp/build_kernel.py --all    # with ziglang, from any machine, for all platforms

A build of the package runs it too: a wheel has the libraries of all platforms where `ziglang` is installed, or else
this machine's where there is a compiler, or else none, and then search runs in Python.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

SEARCH = Path(__file__).parent / "src" / "clamp" / "planning" / "search"
SOURCE, FOLDER = SEARCH / "kernel.c", SEARCH / "kernels"
FLAGS = ("-std=gnu99", "-O2", "-fvisibility=hidden", "-shared")

PLATFORMS = {
    "linux-x86_64-gnu.so": "x86_64-linux-gnu.2.17",
    "linux-aarch64-gnu.so": "aarch64-linux-gnu.2.17",
    "linux-x86_64-musl.so": "x86_64-linux-musl",
    "linux-aarch64-musl.so": "aarch64-linux-musl",
    "macos-x86_64.dylib": "x86_64-macos",
    "macos-aarch64.dylib": "aarch64-macos",
    "windows-x86_64.dll": "x86_64-windows-gnu",
}
"""Targets of zig by the names under which `clamp.planning.search.kernel_library` looks for their libraries."""


def build(compiler: list[str], name: str, *flags: str) -> Path:
    """One library; it takes the place of an older one in one step."""
    FOLDER.mkdir(exist_ok=True)
    made = FOLDER / f".{os.getpid()}-{name}"
    position = () if name.endswith(".dll") else ("-fPIC",)
    try:
        subprocess.run([*compiler, *FLAGS, *position, *flags, "-o", str(made), str(SOURCE)], check=True)
        made.replace(FOLDER / name)
    finally:
        made.unlink(missing_ok=True)
        (FOLDER / "kernel.lib").unlink(missing_ok=True)  # for linkers of Windows, which nobody needs
    return FOLDER / name


def build_here() -> Path:
    """The library of this machine, with its own compiler.

    Raises:
        FileNotFoundError: If it has none.
    """
    compiler = shlex.split(os.environ.get("CC", "")) or ["cc"]
    if shutil.which(compiler[0]) is None:
        raise FileNotFoundError(f"there is no C compiler {compiler[0]!r}; name one in CC")
    spec = importlib.util.spec_from_file_location("kernel_library", SEARCH / "kernel_library.py")
    assert spec is not None
    assert spec.loader is not None
    library = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(library)
    return build(compiler, library.file_of(library.tag()).name)


def build_all() -> list[Path]:
    """The libraries of all platforms, stripped."""
    zig = [sys.executable, "-m", "ziglang", "cc"]
    return [build([*zig, "-target", target], name, "-s") for name, target in PLATFORMS.items()]


def build_best(everywhere: bool) -> list[Path]:
    """All libraries with ziglang, or this machine's with its compiler, or none; the package serves all the same.

    Args:
        everywhere: Other machines will use them.
    """
    if everywhere and importlib.util.find_spec("ziglang") is not None:
        return build_all()
    try:
        return [build_here()]
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        print(
            f"Built without the compiled core of search ({error}); search will run in Python.",
            file=sys.stderr,
        )
        return []


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand
    pass
else:

    class KernelHook(BuildHookInterface[Any]):
        """Builds the libraries before the files of a wheel, or of an editable installation, are gathered."""

        PLUGIN_NAME = "custom"

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Add them to the wheel, which stays one for all platforms: nothing is loaded but the one that fits."""
            editable = version == "editable"  # then they are found where they were built
            for path in build_best(everywhere=not editable):
                if not editable:
                    build_data["force_include"][str(path)] = str(
                        path.relative_to(Path(__file__).parent / "src")
                    )


if __name__ == "__main__":
    for path in build_all() if "--all" in sys.argv[1:] else [build_here()]:
        print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
