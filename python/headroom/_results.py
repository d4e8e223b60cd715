"""Runs and comparisons, read from their folders when a member is first used."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import Any, Optional, Union

import pandas as pd

from ._tables import NAMES, HeadroomError, is_file, read_document, read_table, to_path, units

PathLike = Union[str, "os.PathLike[str]"]

# The members of the documents that this module uses.
_RESULTS = {"ports": {"busiest": list, "mostPaused": list, "deepestQueues": list}}
_COMPARE = {
    "runs": [
        {
            "label": str,
            "settings": dict,
            "seed": int,
            "folder": str,
            "outcome": str,
            "unfinished": int,
            "digest": str,
            "measures": dict,
        }
    ],
    "variants": [
        {
            "label": str,
            "settings": dict,
            "seeds": list,
            "unfinishedSeeds": list,
            "measures": dict,
        }
    ],
}


class _Tables:
    """The tables of a run or a comparison. Docs/results.md of Headroom describes the columns."""

    def table(self, name: str) -> pd.DataFrame:
        raise NotImplementedError

    @cached_property
    def flows(self) -> pd.DataFrame:
        """A row a flow."""
        return self.table("flows")

    @cached_property
    def links(self) -> pd.DataFrame:
        """A row a direction of a link."""
        return self.table("links")

    @cached_property
    def queues(self) -> pd.DataFrame:
        """A row a port and used traffic class."""
        return self.table("queues")

    @cached_property
    def samples(self) -> pd.DataFrame:
        """A row a port and sampled time."""
        return self.table("samples")

    @cached_property
    def traces(self) -> pd.DataFrame:
        """A row a traced flow and time."""
        return self.table("traces")


class Run(_Tables):
    """A run in its folder. ``messages`` is what the program printed, if this package started it."""

    def __init__(self, folder: PathLike, messages: str = "") -> None:
        self.folder = to_path(folder, "folder")
        self.messages = messages

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r})"

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The figures in ``results.json``."""
        return read_document(self.folder / "results.json", "headroom sim", _RESULTS)

    @cached_property
    def ports(self) -> pd.DataFrame:
        """The busiest, longest paused and deepest ports in ``results.json``, by ``rank``."""
        ranked = []
        for rank, ports in self.summary["ports"].items():
            for place, port in enumerate(ports):
                if not isinstance(port, dict):
                    raise HeadroomError(
                        f"{self.folder / 'results.json'}: ports.{rank}[{place}] is not an object"
                    )
                ranked.append({"rank": rank, **port})
        return _with_units(pd.DataFrame(ranked))

    @property
    def fallbacks(self) -> dict[str, str]:
        """The tables that were read so far from CSV, each with the reason."""
        read = {name: self.__dict__[name] for name in NAMES if name in self.__dict__}
        return {name: t.attrs["fallback"] for name, t in read.items() if t.attrs["fallback"]}

    def table(self, name: str) -> pd.DataFrame:
        """Reads a table by its name; the members of the same names keep it."""
        if name not in NAMES:
            raise HeadroomError(f"{name}: expected one of {', '.join(NAMES)}")
        return read_table(self.folder, name)


class Comparison(_Tables):
    """A comparison in its folder. Its tables have the rows of all runs.

    Their first columns are ``variant``, a column a varied setting, and ``seed``.
    """

    def __init__(self, folder: PathLike, messages: str = "") -> None:
        self.folder = to_path(folder, "folder")
        self.messages = messages

    def __repr__(self) -> str:
        return f"Comparison({str(self.folder)!r})"

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The figures in ``compare.json``."""
        file = self.folder / "compare.json"
        document = read_document(file, "headroom compare", _COMPARE)
        settings = document["runs"][0]["settings"].keys()
        for kind in ("runs", "variants"):
            for place, each in enumerate(document[kind]):
                name = f"{kind}[{place}].settings"
                if each["settings"].keys() != settings:
                    raise HeadroomError(f"{file}: {name} has other keys than runs[0].settings")
                for key, value in each["settings"].items():
                    if not isinstance(value, str):
                        raise HeadroomError(f"{file}: {name}: the value of {key} is not a string")
        for place, variant in enumerate(document["variants"]):
            for key, value in variant["measures"].items():
                if not isinstance(value, (dict, type(None))):
                    raise HeadroomError(
                        f"{file}: variants[{place}].measures.{key} is neither an object nor null"
                    )
        return document

    @property
    def settings(self) -> list[str]:
        """The varied settings."""
        return list(dict.fromkeys(key for run in self.summary["runs"] for key in run["settings"]))

    @cached_property
    def variants(self) -> pd.DataFrame:
        """A row a variant: its settings, number of seeds, and the mean of each measure.

        ``MEASURE_least`` and ``MEASURE_most`` are over seeds. With several seeds there are
        ``MEASURE_low95`` and ``MEASURE_high95``, the ends of the 95 % interval of the mean.
        """
        rows = []
        for variant in self.summary["variants"]:
            row = {"variant": variant["label"], **variant["settings"]}
            row["seeds"] = len(variant["seeds"])
            row["unfinishedSeeds"] = len(variant["unfinishedSeeds"])
            for measure, value in variant["measures"].items():
                value = value or {}
                row[measure] = value.get("mean")
                for end in ("least", "most", "low95", "high95"):
                    if end in value:
                        row[f"{measure}_{end}"] = value[end]
            rows.append(row)
        return self._framed(rows)

    @cached_property
    def runs(self) -> pd.DataFrame:
        """A row a run: variant, settings, seed, outcome and measures."""
        return self._framed(
            [
                {
                    **self._identity(run),
                    **{key: run[key] for key in ("outcome", "unfinished", "digest", "folder")},
                    **run["measures"],
                }
                for run in self.summary["runs"]
            ]
        )

    def run(self, variant: str, seed: Optional[int] = None) -> Run:
        """The run of a variant, by its label; with the first seed unless ``seed`` is given."""
        for run in self.summary["runs"]:
            if run["label"] == variant and seed in (None, run["seed"]):
                return Run(self.folder / run["folder"])
        known = list(dict.fromkeys(run["label"] for run in self.summary["runs"]))
        more = ", ..." if len(known) > 6 else ""
        sought = f"{variant!r}" if seed is None else f"{variant!r} with seed {seed}"
        raise HeadroomError(
            f"{self.folder}: has no run of {sought}; "
            f"expected one of {'; '.join(known[:6])}{more}, and one of its seeds"
        )

    def table(self, name: str) -> pd.DataFrame:
        """Reads a table of all runs by its name."""
        frames = []
        for run in self.summary["runs"]:
            frame = Run(self.folder / run["folder"]).table(name)
            for place, (key, value) in enumerate(self._identity(run).items()):
                frame.insert(place, key, value)
            frames.append(frame)
        attrs = [frame.attrs for frame in frames]
        for frame in frames:
            frame.attrs = {}  # pandas compares them
        table = self._typed(pd.concat(frames, ignore_index=True))
        table.attrs.update(attrs[0], file=[each["file"] for each in attrs])
        table.attrs["fallback"] = next((a["fallback"] for a in attrs if a["fallback"]), "")
        return table

    @staticmethod
    def _identity(run: dict[str, Any]) -> dict[str, Any]:
        return {"variant": run["label"], **run["settings"], "seed": run["seed"]}

    def _framed(self, rows: list[dict[str, Any]]) -> pd.DataFrame:
        return _with_units(self._typed(pd.DataFrame(rows)))

    def _typed(self, frame: pd.DataFrame) -> pd.DataFrame:
        """With settings as numbers or truth values where all of a column are."""
        for key in self.settings:
            values = set(frame[key].dropna())
            if values <= {"true", "false"} and not frame[key].isna().any():
                frame[key] = frame[key] == "true"
            else:
                try:
                    frame[key] = pd.to_numeric(frame[key])
                except ValueError:
                    frame[key] = frame[key].astype("string")
        frame["variant"] = frame["variant"].astype("string")
        return frame


def load(folder: PathLike) -> Run:
    """Loads the run in a folder that ``headroom sim`` wrote. Tables are read when first used."""
    path = to_path(folder, "folder")
    if not is_file(path / "results.json") and is_file(path / "compare.json"):
        raise HeadroomError(f"{path}: holds a comparison; expected a run (use load_comparison)")
    run = Run(path)
    run.summary  # pylint: disable=pointless-statement
    return run


def load_comparison(folder: PathLike) -> Comparison:
    """Loads the comparison in a folder that ``headroom compare`` wrote."""
    path = to_path(folder, "folder")
    note = path / "unfinished.txt"
    if is_file(note):
        raise HeadroomError(f"{note}: this comparison has not ended; expected a complete one")
    if not is_file(path / "compare.json") and is_file(path / "results.json"):
        raise HeadroomError(f"{path}: holds a single run; expected a comparison (use load)")
    comparison = Comparison(path)
    comparison.summary  # pylint: disable=pointless-statement
    return comparison


def _with_units(frame: pd.DataFrame) -> pd.DataFrame:
    frame.attrs["units"] = units(frame)
    return frame
