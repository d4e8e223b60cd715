"""Readers of the files of a run: JSON documents, and tables as Parquet or CSV."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import Any, Union

import numpy
import pandas as pd

# The tables, each with its first column.
_FIRST = {
    "flows": "flow",
    "links": "link",
    "queues": "node",
    "samples": "timePs",
    "traces": "timePs",
}
NAMES = tuple(_FIRST)

_ADVICE = {
    "samples": "; a run has samples with a report, with --probe, or with run.probes in the scenario",
    "traces": "; a run has traces with --trace, or with run.trace.flows in the scenario",
}

_TEXT = {"node", "peer", "source", "destination", "failure"}
# JSON's words for types.
_JSON = {
    str: "a string",
    int: "an integer",
    float: "a number",
    dict: "an object",
    list: "an array",
    type(None): "null",
}

_UNITS = (("Ps", "ps"), ("Bps", "bit/s"), ("Bytes", "bytes"), ("bytes", "bytes"), ("Share", "1"))

# Integers that can be absent, by table; dtype Int64. Other integers have dtype int64.
_NULLABLE = {
    "flows": {"deliveredPs", "completedPs", "fctPs", "soloPs"},
    "traces": {"rateBps", "windowBytes", "inFlightBytes", "rttPs", "deliveredBytes"}
    | {"retransmissions", "cnps", "markedBytes"},
}


class HeadroomError(Exception):
    """A file that is missing or unreadable, or a failure of the program ``headroom``."""


def read_json(text: Union[str, bytes]) -> Any:
    """Reads what a command of Headroom prints with ``--json``."""
    if not isinstance(text, (str, bytes, bytearray)):
        raise HeadroomError(f"text: expected str or bytes, not {type(text).__name__}")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as e:
        raise HeadroomError(f"text: not the output of a command with --json: {e}") from e


def to_path(value: Any, name: str) -> Path:
    """A parameter as a path."""
    try:
        return Path(value)
    except TypeError:
        raise HeadroomError(f"{name}: expected a path, not {value!r}") from None


def is_file(file: Path) -> bool:
    """Whether a file is there; an error if its folder cannot be searched."""
    try:
        return file.is_file()
    except OSError as e:
        raise HeadroomError(f"{file}: cannot be read: {e.strerror}") from e


def read_document(file: Path, command: str, shape: Any) -> dict[str, Any]:
    """Reads ``results.json`` or ``compare.json``, the files that ``command`` writes.

    ``shape`` has the members that this package uses: a type or several, a dict of members, or a
    list with the shape of each element, of which there is at least one.
    """
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise HeadroomError(f"{file}: no such file; expected a folder of {command}") from None
    except OSError as e:
        raise HeadroomError(f"{file}: cannot be read: {e.strerror}") from e
    except (ValueError, RecursionError) as e:
        raise HeadroomError(f"{file}: expected the JSON that {command} writes: {e}") from e
    if not isinstance(document, dict) or "schemaVersion" not in document:
        raise HeadroomError(f"{file}: expected the JSON that {command} writes, with schemaVersion")
    if document["schemaVersion"] != 1:
        raise HeadroomError(
            f"{file}: schemaVersion is {document['schemaVersion']}, and this package reads 1"
        )
    wrong = _difference(document, shape, "")
    if wrong:
        raise HeadroomError(f"{file}: {wrong}; expected the JSON that {command} writes")
    return document


def _difference(value: Any, shape: Any, name: str) -> str:
    """What is wrong with the member of this name, or ``""``."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return f"{name} is not an object"
        for key, each in shape.items():
            member = f"{name}.{key}" if name else key
            if key not in value:
                return f"{member} is missing"
            wrong = _difference(value[key], each, member)
            if wrong:
                return wrong
    elif isinstance(shape, list):
        if not isinstance(value, list) or not value:
            return f"{name} is not an array with elements"
        for place, element in enumerate(value):
            wrong = _difference(element, shape[0], f"{name}[{place}]")
            if wrong:
                return wrong
    elif not isinstance(value, shape) or (isinstance(value, bool) and shape is int):
        types = shape if isinstance(shape, tuple) else (shape,)
        return f"{name} is not {' or '.join(_JSON[each] for each in types)}"
    return ""


def read_table(folder: Path, name: str) -> pd.DataFrame:
    """Reads a table of a run: its Parquet file, or its CSV file if Parquet cannot be read.

    ``attrs`` of the result has ``file``, ``engine`` (pyarrow, duckdb or csv), ``units`` by column,
    and ``fallback``: the reason for reading CSV, or ``""``.
    """
    parquet, csv = folder / f"{name}.parquet", folder / f"{name}.csv"
    fallback = "" if is_file(parquet) else f"{parquet.name} is absent"
    engine = None if fallback else parquet_engine()
    if not fallback and not engine:
        fallback = f"{parquet.name} cannot be read without pyarrow or duckdb"
    file = csv if fallback else parquet
    if fallback and not is_file(csv):
        if is_file(parquet):
            raise HeadroomError(
                f"{parquet}: cannot be read without pyarrow or duckdb; install one of them, "
                "or run headroom with --tables csv"
            )
        raise HeadroomError(
            f"{folder}: expected {parquet.name} or {csv.name}, which headroom writes with --out "
            f"or --tables{_ADVICE.get(name, '')}"
        )
    try:
        frame = _typed(name, _csv(name, csv) if fallback else _parquet(parquet, str(engine)))
    except Exception as e:  # of three libraries, each with its own
        raise HeadroomError(f"{file}: expected a table of {name}: {e}") from e
    frame.attrs.update(
        file=str(file), engine=engine or "csv", fallback=fallback, units=units(frame)
    )
    return frame


def parquet_engine() -> str | None:
    """The first of pyarrow and duckdb that can be imported, or ``None``."""
    for engine, module in (("pyarrow", "pyarrow.parquet"), ("duckdb", "duckdb")):
        try:
            importlib.import_module(module)
            return engine
        except ImportError:
            continue
    return None


def units(frame: pd.DataFrame) -> dict[str, str]:
    """Units of columns by the end of their names."""
    return {
        str(column): unit
        for column in frame.columns
        for end, unit in _UNITS
        if str(column).endswith(end)
    }


def _parquet(file: Path, engine: str) -> pd.DataFrame:
    # Without the columns of hive partitions, which both engines would add from the path.
    if engine == "pyarrow":
        arrow = importlib.import_module("pyarrow")
        table = importlib.import_module("pyarrow.parquet").read_table(str(file), partitioning=None)
        integers = {arrow.int32(): pd.Int64Dtype(), arrow.int64(): pd.Int64Dtype()}
        return table.to_pandas(types_mapper=integers.get)
    duckdb = importlib.import_module("duckdb")
    columns = duckdb.execute(
        "FROM read_parquet(?, hive_partitioning = false)", [_literal(file)]
    ).fetchnumpy()
    return pd.DataFrame({column: _unmasked(values) for column, values in columns.items()})


def _literal(file: Path) -> str:
    """A path in which DuckDB expands no wildcards."""
    return re.sub(r"([*?\[])", r"[\1]", str(file))


def _unmasked(values: Any) -> Any:
    mask = getattr(values, "mask", None)
    if mask is None or values.dtype.kind != "i":
        return values
    mask = mask | numpy.zeros(len(values), dtype=bool)
    return pd.arrays.IntegerArray(values.data.astype("int64"), mask)


def _csv(name: str, file: Path) -> pd.DataFrame:
    types: dict[str, str] = {column: "string" for column in _TEXT}
    types.update({column: "Int64" for column in _NULLABLE.get(name, ())})
    return pd.read_csv(
        file, dtype=types, keep_default_na=False, na_values=[""], float_precision="round_trip"
    )


def _typed(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    if _FIRST[name] not in frame:
        raise ValueError(f"it has no column {_FIRST[name]}")
    for column in frame.columns:
        if column in _TEXT:
            frame[column] = frame[column].astype("string").fillna("")
        elif column in _NULLABLE.get(name, ()):
            frame[column] = frame[column].astype("Int64")
        elif pd.api.types.is_integer_dtype(frame[column].dtype):
            frame[column] = frame[column].astype("int64")
    return frame
