"""Tests of the package, over results that the program wrote.

HEADROOM_RESULTS names a folder with the run ``results`` and the comparison ``compared``, both with
tables as Parquet and CSV. Without it the tests make them with the program on PATH.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

import pandas as pd

import headroom
from headroom import _tables

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "examples" / "incast-16.yaml"
ODD = "{enabled: true, classes: [3]}"

MADE = Path(os.environ.get("HEADROOM_RESULTS", ""))


def setUpModule():
    global MADE
    if "HEADROOM_RESULTS" in os.environ:
        return
    if shutil.which("headroom") is None:
        raise unittest.SkipTest("needs results, or the program headroom on PATH")
    MADE = Path(tempfile.mkdtemp())
    unittest.addModuleCleanup(shutil.rmtree, MADE)
    both = ["--quiet", "--no-report", "--tables", "parquet,csv", "--out"]
    run = ["sim", SCENARIO, "--trace", "0,5", "--probe", "10us", *both, "results"]
    vary = ["--vary", "congestion=dcqcn,none", "--vary", f"pfc={ODD}|{{enabled: false}}"]
    compare = ["compare", SCENARIO, *vary, "--seeds", "2", *both, "compared"]
    for line in (run, compare):
        subprocess.run(["headroom", *line], cwd=MADE, check=True)


def engines():
    """The readers of Parquet that can be imported here."""
    found = []
    for name, module in (("pyarrow", "pyarrow.parquet"), ("duckdb", "duckdb")):
        try:
            __import__(module)
            found.append(name)
        except ImportError:
            pass
    return found


def with_engine(name):
    return mock.patch.object(_tables, "parquet_engine", lambda: name)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def copy(self, name, without=""):
        """A copy of results that a test may damage."""
        to = self.folder / name
        shutil.copytree(MADE / name, to, ignore=shutil.ignore_patterns(without))
        return to

    def fails(self, call, *said):
        with self.assertRaises(headroom.HeadroomError) as failure:
            call()
        for words in said:
            self.assertIn(words, str(failure.exception))


class RunTest(Case):
    def test_tables_agree_with_the_summary(self):
        run = headroom.load(MADE / "results")
        flows = run.summary["flows"]
        self.assertEqual(len(run.flows), flows["total"])
        self.assertEqual(int(run.flows.finished.sum()), flows["finished"])
        median = run.flows.slowdown.quantile(0.5, interpolation="lower")
        self.assertEqual(median, flows["slowdown"]["p50"])
        self.assertEqual(run.flows.fctPs.max(), flows["fctPs"]["max"])
        self.assertEqual(int(run.links.drops.sum()), run.summary["drops"]["total"])
        self.assertEqual(int(run.queues.marks.sum()), run.summary["ecn"]["marks"])
        self.assertEqual(set(run.traces.flow), {0, 5})
        self.assertGreater(run.samples.timePs.nunique(), 10)

    def test_dtypes_and_units(self):
        flows = headroom.load(MADE / "results").flows
        types = {name: str(kind) for name, kind in flows.dtypes.items()}
        self.assertEqual(types["flow"], "int64")
        self.assertEqual(types["fctPs"], "Int64")
        self.assertEqual(types["slowdown"], "float64")
        self.assertEqual(types["finished"], "bool")
        self.assertEqual(types["source"], "string")
        self.assertEqual(flows.attrs["units"]["fctPs"], "ps")
        self.assertFalse((flows.source == "").any())
        self.assertTrue((flows.failure == "").all())

    def test_ports_of_the_summary(self):
        ports = headroom.load(MADE / "results").ports
        self.assertEqual(ports.port[0], "switch-0 → host-0")
        self.assertLess({"busiest", "deepestQueues"}, {"mostPaused", *ports["rank"]})
        self.assertEqual(ports.attrs["units"]["rateBps"], "bit/s")

    def engine_reads_what_csv_has(self, engine):
        if engine not in engines():
            self.skipTest(f"{engine} is not installed")
        for name in _tables.NAMES:
            with with_engine(engine):
                table = headroom.load(MADE / "results").table(name)
            with with_engine(None):
                text = headroom.load(MADE / "results").table(name)
            self.assertEqual(table.attrs["engine"], engine)
            self.assertEqual(table.attrs["fallback"], "")
            self.assertEqual(text.attrs["engine"], "csv")
            pd.testing.assert_frame_equal(table, text, check_exact=True)

    def test_pyarrow_reads_what_csv_has(self):
        self.engine_reads_what_csv_has("pyarrow")

    def test_duckdb_reads_what_csv_has(self):
        self.engine_reads_what_csv_has("duckdb")

    def test_absent_values_are_null(self):
        folder = self.copy("results", "*.parquet")
        file = folder / "flows.csv"
        lines = file.read_text().splitlines()
        columns = lines[0].split(",")
        cells = lines[1].split(",")
        for name in ("deliveredPs", "completedPs", "fctPs", "slowdown"):
            cells[columns.index(name)] = ""
        cells[columns.index("finished")] = "false"
        cells[columns.index("source")] = "NA"
        file.write_text("\n".join([lines[0], ",".join(cells), *lines[2:], ""]))
        flows = headroom.load(folder).flows
        self.assertEqual(int(flows.fctPs.isna().sum()), 1)
        self.assertEqual(int(flows.slowdown.isna().sum()), 1)
        self.assertEqual(flows.source[0], "NA")
        self.assertEqual(str(flows.fctPs.dtype), "Int64")

    def test_csv_takes_the_place_of_parquet(self):
        folder = self.copy("results", "*.parquet")
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            run = headroom.load(folder)
            self.assertEqual(run.fallbacks, {})
            self.assertGreater(len(run.flows), 0)
        self.assertEqual([str(each.message) for each in seen], [])
        self.assertEqual(run.fallbacks, {"flows": "flows.parquet is absent"})
        self.assertEqual(run.flows.attrs["file"], str(folder / "flows.csv"))
        with with_engine(None):
            links = headroom.load(MADE / "results").links
        self.assertIn("without pyarrow or duckdb", links.attrs["fallback"])

    def test_tables_are_read_when_used(self):
        folder = self.copy("results", "flows.*")
        run = headroom.load(folder)
        self.assertGreater(len(run.links), 0)
        self.fails(lambda: run.flows, str(folder), "flows.parquet or flows.csv", "--tables")

    def test_errors_name_file_and_expectation(self):
        missing = self.folder / "none"
        self.fails(lambda: headroom.load(missing), f"{missing}{os.sep}results.json", "headroom sim")
        self.fails(lambda: headroom.load(MADE / "compared"), "compared", "load_comparison")
        folder = self.copy("results", "traces.*")
        self.fails(lambda: headroom.load(folder).traces, str(folder), "--trace")
        self.fails(lambda: headroom.load(folder).table("ports"), "ports", "flows, links")
        (folder / "links.csv").unlink()
        with with_engine(None):
            self.fails(lambda: headroom.load(folder).links, "links.parquet", "--tables csv")
        (folder / "queues.parquet").unlink()
        (folder / "queues.csv").write_text('a,b\n1,2,3,4\n"')
        self.fails(lambda: headroom.load(folder).queues, "queues.csv", "expected a table of queues")
        (folder / "samples.csv").write_text("some,other\n1,2\n")
        (folder / "samples.parquet").unlink()
        self.fails(lambda: headroom.load(folder).samples, "samples.csv", "timePs")
        results = folder / "results.json"
        for text, said in (("{", "JSON"), ("[]", "JSON"), ('{"schemaVersion": 9}', "is 9")):
            results.write_text(text)
            self.fails(lambda: headroom.load(folder), str(results), said)

    def test_results_of_another_shape(self):
        folder = self.copy("results")
        results = folder / "results.json"
        document = json.loads(results.read_text())
        for ports, said in (
            (None, "ports is missing"),
            ([], "ports is not an object"),
            ({"busiest": [], "mostPaused": []}, "ports.deepestQueues is missing"),
            ({"busiest": 1, "mostPaused": [], "deepestQueues": []}, "busiest is not an array"),
        ):
            document.pop("ports", None)
            results.write_text(json.dumps({**document, **({} if ports is None else {"ports": ports})}))
            self.fails(lambda: headroom.load(folder), str(results), said, "headroom sim")
        document["ports"] = {"busiest": [1], "mostPaused": [], "deepestQueues": []}
        results.write_text(json.dumps(document))
        self.fails(lambda: headroom.load(folder).ports, str(results), "ports.busiest[0]")

    def test_files_that_cannot_be_read(self):
        folder = self.copy("results")
        results = folder / "results.json"
        results.write_text("[" * 100_000)
        self.fails(lambda: headroom.load(folder), str(results), "JSON")
        results.write_bytes(b'{"schemaVersion": "\xff"}')
        self.fails(lambda: headroom.load(folder), str(results), "JSON")
        results.unlink()
        results.mkdir()
        self.fails(lambda: headroom.load(folder), str(results), "cannot be read")
        denied = PermissionError(13, "Permission denied")
        with mock.patch.object(Path, "read_text", side_effect=denied):
            self.fails(lambda: headroom.load(MADE / "results"), "results.json", "Permission denied")
        with mock.patch.object(Path, "is_file", side_effect=denied):
            self.fails(lambda: headroom.load(folder), "results.json", "Permission denied")
            self.fails(lambda: headroom.load_comparison(folder), "unfinished.txt", "denied")
            self.fails(lambda: headroom.Run(folder).flows, "flows.parquet", "Permission denied")
        self.fails(lambda: headroom.load(None), "folder: expected a path, not None")

    def test_json_of_any_command(self):
        self.assertEqual(headroom.read_json('{"a": [1]}'), {"a": [1]})
        self.assertEqual(headroom.read_json(b'{"a": 1e3}')["a"], 1000)
        self.fails(lambda: headroom.read_json("completion 1 ms"), "--json", "line 1")
        self.fails(lambda: headroom.read_json("[" * 100_000), "--json")
        self.fails(lambda: headroom.read_json(None), "text: expected str or bytes", "NoneType")


class ComparisonTest(Case):
    def test_variants_have_their_settings(self):
        comparison = headroom.load_comparison(MADE / "compared")
        variants = comparison.variants
        self.assertEqual(comparison.settings, ["congestion", "pfc"])
        self.assertEqual(list(variants.congestion), ["dcqcn", "dcqcn", "none", "none"])
        self.assertEqual(list(variants.pfc), [ODD, "{enabled: false}"] * 2)
        self.assertEqual(list(variants.seeds), [2] * 4)
        self.assertTrue((variants.completionPs_low95 <= variants.completionPs).all())
        means = comparison.runs.groupby("variant", sort=False).completionPs.mean()
        self.assertEqual(list(means), list(variants.completionPs))

    def test_tables_have_rows_of_all_runs(self):
        comparison = headroom.load_comparison(MADE / "compared")
        flows = comparison.flows
        self.assertEqual(list(flows.columns[:4]), ["variant", "congestion", "pfc", "seed"])
        self.assertEqual(len(flows), 16 * len(comparison.runs))
        label = comparison.variants.variant[2]
        own = flows[(flows.variant == label) & (flows.seed == 2)].reset_index(drop=True)
        run = comparison.run(label, 2)
        pd.testing.assert_frame_equal(own[run.flows.columns], run.flows, check_exact=True)
        self.assertEqual(own.pfc[0], ODD)
        self.assertEqual(flows.attrs["units"]["fctPs"], "ps")
        self.assertEqual(len(flows.attrs["file"]), len(comparison.runs))
        self.assertEqual(run.summary["seed"], 2)
        self.assertEqual(
            list(comparison.runs.digest),
            [
                comparison.run(variant, seed).summary["digest"]
                for variant, seed in zip(comparison.runs.variant, comparison.runs.seed)
            ],
        )

    def test_numbers_and_truth_values_of_settings(self):
        folder = self.copy("compared")
        file = folder / "compare.json"
        document = json.loads(file.read_text())
        for number, each in enumerate(document["variants"]):
            each["settings"].update(
                congestion=str(number), pfc=("true", "false")[number % 2], load=f"{number}KB"
            )
        for each in document["runs"]:
            each["settings"]["load"] = "x"
        file.write_text(json.dumps(document))
        variants = headroom.load_comparison(folder).variants
        self.assertEqual(str(variants.congestion.dtype), "int64")
        self.assertEqual(list(variants.pfc), [True, False, True, False])
        self.assertEqual(list(variants.load), ["0KB", "1KB", "2KB", "3KB"])

    def test_errors_name_file_and_expectation(self):
        self.fails(lambda: headroom.load_comparison(MADE / "results"), "results", "use load")
        self.fails(lambda: headroom.load_comparison(self.folder), "compare.json", "compare")
        comparison = headroom.load_comparison(MADE / "compared")
        self.fails(lambda: comparison.run("congestion=hpcc"), "congestion=hpcc", "congestion=dcqcn")
        folder = self.copy("compared")
        (folder / "unfinished.txt").write_text("A comparison is running here.\n")
        self.fails(lambda: headroom.load_comparison(folder), "unfinished.txt", "not ended")

    def test_comparisons_of_another_shape(self):
        folder = self.copy("compared")
        file = folder / "compare.json"
        text = file.read_text()
        for change, said in (
            (lambda d: d.pop("runs"), "runs is missing"),
            (lambda d: d.update(runs=[]), "runs is not an array with elements"),
            (lambda d: d.update(variants={}), "variants is not an array with elements"),
            (lambda d: d["runs"][1].pop("label"), "runs[1].label is missing"),
            (lambda d: d["runs"][0].update(seed="1"), "runs[0].seed is not an integer"),
            (lambda d: d["runs"].append(7), "runs[8] is not an object"),
            (lambda d: d["runs"][2]["settings"].pop("pfc"), "runs[2].settings has other keys"),
            (lambda d: d["variants"][0]["settings"].update(pfc=[]), "value of pfc is not a string"),
            (lambda d: d["variants"][3].update(measures=[]), "variants[3].measures is not an object"),
            (lambda d: d["variants"][3]["measures"].update(x=1), "variants[3].measures.x is neither"),
        ):
            document = json.loads(text)
            change(document)
            file.write_text(json.dumps(document))
            self.fails(lambda: headroom.load_comparison(folder), str(file), said)

    def test_pyarrow_reads_the_settings_from_folders(self):
        if "pyarrow" not in engines():
            self.skipTest("pyarrow is not installed")
        import pyarrow.dataset

        files = [str(file) for file in (MADE / "compared").rglob("flows.parquet")]
        table = pyarrow.dataset.dataset(files, partitioning="hive").to_table().to_pandas()
        self.same_settings(table)
        self.same_settings(pd.read_parquet(files, engine="pyarrow"))

    def test_duckdb_reads_the_settings_from_folders(self):
        if "duckdb" not in engines():
            self.skipTest("duckdb is not installed")
        import duckdb

        files = str(MADE / "compared" / "**" / "flows.parquet")
        read = duckdb.execute("FROM read_parquet(?, hive_partitioning = true)", [files])
        self.same_settings(read.df())

    def same_settings(self, table):
        flows = headroom.load_comparison(MADE / "compared").flows
        keys = ["congestion", "pfc", "seed"]
        expected = flows.groupby(keys).fctPs.sum().astype("int64").to_dict()
        table = table.astype({"congestion": str, "pfc": str, "seed": int})
        found = table.groupby(keys).fctPs.sum().astype("int64").to_dict()
        self.assertEqual(found, expected)


class ProgramTest(Case):
    """The program's part is played by a script, which keeps its arguments."""

    def program(self, *lines):
        file = self.folder / "program"
        file.write_text("\n".join([f"#!{sys.executable}", "import shutil, sys", *lines, ""]))
        file.chmod(0o755)
        return file

    def playing(self, name):
        return self.program(
            f"open({str(self.folder / 'line')!r}, 'w').write('\\n'.join(sys.argv[1:]))",
            f"shutil.copytree({str(MADE / name)!r}, sys.argv[sys.argv.index('--out') + 1])",
            "sys.exit('headroom: switch-0 paused host-1')",  # exit code 1: findings
        )

    def line(self):
        return (self.folder / "line").read_text().split("\n")

    def test_run_passes_settings_and_loads(self):
        settings = {"congestion": "dcqcn", "pfc.enabled": True, "pfc.classes": [3], "x": {"a": 1}}
        run = headroom.run(
            SCENARIO,
            set=settings,
            out=self.folder / "out",
            options=["--seed", "4"],
            program=self.playing("results"),
        )
        self.assertEqual(run.messages, "headroom: switch-0 paused host-1")
        self.assertEqual(len(run.flows), 16)
        line = self.line()
        self.assertEqual(line[:2], ["sim", str(SCENARIO)])
        self.assertEqual(line[-2:], ["--seed", "4"])
        told = [line[at + 1] for at, word in enumerate(line) if word == "--set"]
        self.assertEqual(
            told, ["congestion=dcqcn", "pfc.enabled=true", "pfc.classes=[3]", 'x={"a": 1}']
        )
        self.assertEqual("--tables" in line, engines() == [])

    def test_compare_passes_values_and_loads(self):
        comparison = headroom.compare(
            SCENARIO,
            {"congestion": ["dcqcn", "none"], "pfc.enabled": [True, False]},
            seeds=2,
            out=self.folder / "out",
            program=self.playing("compared"),
        )
        self.assertEqual(len(comparison.variants), 4)
        line = self.line()
        told = [line[at + 1] for at, word in enumerate(line) if word == "--vary"]
        self.assertEqual(told, ["congestion=dcqcn|none", "pfc.enabled=true|false"])
        self.assertEqual(line[line.index("--seeds") + 1], "2")

    def test_seeds_are_a_number_or_a_list(self):
        for number, (seeds, told) in enumerate(
            (
                (5, ["--seeds", "5"]),
                ([3, 5], ["--seeds", "3,5"]),
                (range(1, 4), ["--seeds", "1,2,3"]),
                (pd.Series([4]), ["--seed", "4"]),
            )
        ):
            headroom.compare(
                SCENARIO,
                {"congestion": ["dcqcn", "none"]},
                seeds=seeds,
                out=self.folder / f"out-{number}",
                program=self.playing("compared"),
            )
            line = self.line()
            at = line.index(told[0])
            self.assertEqual(line[at : at + 2], told)
        for wrong in ("3,5", 2.5, True, [1, "2"], [], {"a": 1}):
            self.fails(lambda: headroom.compare(SCENARIO, {}, seeds=wrong), "seeds: expected")

    def test_values_that_cannot_be_passed(self):
        def vary(values):
            return lambda: headroom.compare(SCENARIO, values)

        self.fails(vary({"k": "10KB"}), "vary: k: expected a list of values, not '10KB'")
        self.fails(vary({"k": 10}), "vary: k: expected a list of values, not 10")
        self.fails(vary({"k": {"a": 1}}), "vary: k: expected a list of values")
        self.fails(vary({"k": []}), "vary: k: expected at least one value")
        self.fails(vary({"k": ["a|b", "c"]}), "vary: k: 'a|b' contains |")
        self.fails(vary({"k": [{"a": "|"}]}), "contains |")
        self.fails(vary({"k": [[3, 4]]}), "the only value and contains a comma", "set")
        self.fails(vary({"k": [1, object()]}), "vary: k: expected text, a number")
        self.fails(vary("congestion=dcqcn,none"), "vary: expected a dict")
        run = lambda **wrong: lambda: headroom.run(SCENARIO, **wrong)  # noqa: E731
        self.fails(run(set=["a=1"]), "set: expected a dict")
        self.fails(run(set={"a": float("nan")}), "set: a: expected text, a number", "nan")
        self.fails(run(set={"a": {1}}), "set: a: expected text, a number")
        self.fails(run(options="--seed 4"), "options: expected a list", "--seed 4")
        self.fails(run(options=4), "options: expected a list")
        self.fails(run(program=None), "program: expected a path")
        self.fails(run(out=7), "out: expected a path, not 7")
        self.fails(run(set={"a": "\0"}, program=sys.executable), "cannot be started", "null")
        self.fails(lambda: headroom.run(None), "scenario: expected a path")

    def test_values_of_other_libraries(self):
        numbers = pd.Series([100, 200])
        headroom.run(
            SCENARIO,
            set={"a": numbers[0], "b": [numbers[1]], "file": Path("x.txt")},
            options=["--threads", 2],
            out=self.folder / "out",
            program=self.playing("results"),
        )
        line = self.line()
        told = [line[at + 1] for at, word in enumerate(line) if word == "--set"]
        self.assertEqual(told, ["a=100", "b=[200]", 'file="x.txt"'])
        self.assertEqual(line[-2:], ["--threads", "2"])

    def test_errors_of_the_program_have_its_message(self):
        refusing = self.program("print('headroom: x.yaml: line 3: no', file=sys.stderr)", "exit(2)")
        with self.assertRaises(headroom.HeadroomError) as failure:
            headroom.run("x.yaml", out=self.folder / "o", program=refusing)
        self.assertEqual(str(failure.exception), "headroom: x.yaml: line 3: no")
        self.fails(lambda: headroom.run("x.yaml", program="no-such-headroom"), "no-such-headroom")


if __name__ == "__main__":
    unittest.main()
