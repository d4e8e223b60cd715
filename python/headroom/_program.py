"""Runs of the program ``headroom``."""

from __future__ import annotations

import json
import operator
import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Optional, Union

from ._results import Comparison, PathLike, Run, load, load_comparison
from ._tables import HeadroomError, parquet_engine, to_path

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
    folder = _folder(scenario, out, "")
    messages = _call(program, "sim", scenario, folder, set, options)
    loaded = load(folder)
    loaded.messages = messages
    return loaded


def compare(
    scenario: PathLike,
    vary: Mapping[str, Iterable[Any]],
    *,
    seeds: Union[int, Iterable[int], None] = None,
    set: Optional[Mapping[str, Any]] = None,
    out: Optional[PathLike] = None,
    options: Sequence[str] = (),
    program: PathLike = "headroom",
) -> Comparison:
    """Runs every combination of the values of ``vary`` and loads the comparison.

    ``seeds`` is the number of seeds for each variant, or a list of seeds. ``out`` is ``headroom-out/NAME-compared`` by
    default. The other parameters are those of ``run``.
    """
    folder = _folder(scenario, out, "-compared")
    more = _seeds(seeds)
    for key, values in _items(vary, "vary", "{'congestion': ['dcqcn', 'none']}"):
        more += ["--vary", f"{key}={_choices(key, values)}"]
    messages = _call(program, "compare", scenario, folder, set, [*more, *options])
    comparison = load_comparison(folder)
    comparison.messages = messages
    return comparison


def _folder(scenario: PathLike, out: Optional[PathLike], suffix: str) -> Path:
    if out is not None:
        return to_path(out, "out")
    return Path("headroom-out") / (to_path(scenario, "scenario").stem + suffix)


def _items(values: Any, name: str, example: str) -> Iterable[tuple[str, Any]]:
    if not isinstance(values, Mapping):
        raise HeadroomError(f"{name}: expected a dict such as {example}, not {values!r}")
    return ((str(key), value) for key, value in values.items())


def _choices(key: str, values: Any) -> str:
    """The values of ``--vary``, which splits them at |, or at commas if there is no |."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise HeadroomError(f"vary: {key}: expected a list of values, not {values!r}")
    texts = [_text(value, f"vary: {key}") for value in values]
    if not texts:
        raise HeadroomError(f"vary: {key}: expected at least one value")
    for text in texts:
        if "|" in text:
            raise HeadroomError(f"vary: {key}: {text!r} contains |, which separates values")
    if len(texts) == 1 and "," in texts[0]:
        raise HeadroomError(
            f"vary: {key}: {texts[0]!r} is the only value and contains a comma, which separates "
            "values; add another value, or use parameter set"
        )
    return "|".join(texts)


def _seeds(seeds: Any) -> list[str]:
    if seeds is None:
        return []
    if isinstance(seeds, Iterable) and not isinstance(seeds, (str, bytes, Mapping)):
        numbers = [_seed(each) for each in seeds]
        if not numbers:
            raise HeadroomError("seeds: expected at least one seed")
        # A single number would be how many there are.
        return [
            "--seeds" if len(numbers) > 1 else "--seed",
            ",".join(str(number) for number in numbers),
        ]
    return ["--seeds", str(_seed(seeds))]


def _seed(value: Any) -> int:
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise HeadroomError(f"seeds: expected a number of seeds or a list of seeds, not {value!r}")


def _text(value: Any, name: str) -> str:
    """A value in YAML's notation on one line, of which JSON is a part."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError):
        raise HeadroomError(
            f"{name}: expected text, a number, a truth value, a list or a dict, not {value!r}"
        ) from None


def _plain(value: Any) -> Any:
    """A path as text, and a scalar of numpy as Python's."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "item"):
        return value.item()
    raise TypeError


def _call(
    program: PathLike,
    command: str,
    scenario: PathLike,
    out: Path,
    settings: Optional[Mapping[str, Any]],
    options: Sequence[str],
) -> str:
    if isinstance(options, (str, bytes)) or not isinstance(options, Iterable):
        raise HeadroomError(
            f"options: expected a list such as ['--threads', '4'], not {options!r}"
        )
    line = [str(to_path(program, "program")), command, str(to_path(scenario, "scenario"))]
    line += ["--quiet", "--out", str(out)]
    if parquet_engine() is None:
        line += ["--tables", "csv"]
    for key, value in _items({} if settings is None else settings, "set", "{'run.seed': 2}"):
        line += ["--set", f"{key}={_text(value, f'set: {key}')}"]
    line += [str(option) for option in options]
    try:
        done = subprocess.run(
            line, capture_output=True, encoding="utf-8", errors="replace", check=False
        )
    except ValueError as e:
        raise HeadroomError(f"{program} {command}: cannot be started: {e}") from e
    except OSError as e:
        raise HeadroomError(
            f"{program}: cannot be started ({e.strerror}); expected Headroom's program on PATH, "
            "or its path as parameter program"
        ) from e
    messages = done.stderr.strip()
    if done.returncode not in _COMPLETE:
        raise HeadroomError(messages or f"{program} {command}: exit code {done.returncode}")
    return messages
