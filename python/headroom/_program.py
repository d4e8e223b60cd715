"""Runs of the program ``headroom``."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Optional

from ._results import Comparison, PathLike, Run, load, load_comparison
from ._tables import HeadroomError, parquet_engine

_COMPLETE = (0, 1)  # 1: findings or unfinished flows


def run(
    scenario: PathLike,
    *,
    set: Optional[Mapping[str, Any]] = None,
    out: Optional[PathLike] = None,
    options: Sequence[str] = (),
    program: PathLike = "headroom",
) -> Run:
    """Simulates a scenario and loads the results.

    ``set`` has settings by key, as ``--set`` takes them; lists and dicts are allowed. ``out`` is the
    folder of the results, ``headroom-out/NAME`` by default. ``options`` are further options of
    ``headroom sim``. ``program`` is the program's name on PATH, or its path.
    """
    folder = Path(out) if out is not None else _folder(scenario, "")
    messages = _call(program, "sim", scenario, folder, set, options)
    loaded = load(folder)
    loaded.messages = messages
    return loaded


def compare(
    scenario: PathLike,
    vary: Mapping[str, Iterable[Any]],
    *,
    seeds: Optional[int] = None,
    set: Optional[Mapping[str, Any]] = None,
    out: Optional[PathLike] = None,
    options: Sequence[str] = (),
    program: PathLike = "headroom",
) -> Comparison:
    """Runs every combination of the values of ``vary`` and loads the comparison.

    ``seeds`` is the number of seeds for each variant. ``out`` is ``headroom-out/NAME-compared`` by
    default. The other parameters are those of ``run``.
    """
    folder = Path(out) if out is not None else _folder(scenario, "-compared")
    more = [] if seeds is None else ["--seeds", str(seeds)]
    for key, values in vary.items():
        more += ["--vary", f"{key}={'|'.join(_text(value) for value in values)}"]
    messages = _call(program, "compare", scenario, folder, set, [*more, *options])
    comparison = load_comparison(folder)
    comparison.messages = messages
    return comparison


def _folder(scenario: PathLike, suffix: str) -> Path:
    return Path("headroom-out") / (Path(scenario).stem + suffix)


def _text(value: Any) -> str:
    """A value in YAML's notation on one line, of which JSON is a part."""
    return value if isinstance(value, str) else json.dumps(value)


def _call(
    program: PathLike,
    command: str,
    scenario: PathLike,
    out: Path,
    settings: Optional[Mapping[str, Any]],
    options: Sequence[str],
) -> str:
    line = [str(program), command, str(scenario), "--quiet", "--out", str(out)]
    if parquet_engine() is None:
        line += ["--tables", "csv"]
    for key, value in (settings or {}).items():
        line += ["--set", f"{key}={_text(value)}"]
    try:
        done = subprocess.run([*line, *options], capture_output=True, encoding="utf-8", check=False)
    except OSError as e:
        raise HeadroomError(
            f"{program}: cannot be started ({e.strerror}); expected Headroom's program on PATH, "
            "or its path as parameter program"
        ) from e
    messages = done.stderr.strip()
    if done.returncode not in _COMPLETE:
        raise HeadroomError(messages or f"{program} {command}: exit code {done.returncode}")
    return messages
