package dev.headroom.app.command;

import dev.headroom.app.files.FlowSpool;
import dev.headroom.app.files.HpccResultFiles;
import dev.headroom.app.files.ResultTables;
import dev.headroom.app.files.RunFolder;
import dev.headroom.app.files.TableFormat;
import dev.headroom.app.input.LoadedScenario;
import dev.headroom.app.nic.NicCaptures;
import dev.headroom.app.option.PluginArguments;
import dev.headroom.app.plugin.CompiledPlugin;
import dev.headroom.app.plugin.EndlessLoopDetector;
import dev.headroom.app.process.StuckPluginHandler;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioWriter;
import dev.headroom.model.text.ConflictingValuesException;
import dev.headroom.run.DefaultSampling;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.figures.ProcessCost;
import dev.headroom.run.results.ResultsJson;
import dev.headroom.run.summary.Requirement;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.web.report.HtmlReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;

/**
 * Execution of one run, from a scenario to its result files.
 *
 * @param threads worker threads
 * @param tables formats of the tables; without any, DuckDB's native library is not loaded
 * @param report whether to write {@code report.html}
 * @param captured hosts of which to write what their NICs send and receive
 * @param required what the run is to keep
 * @param eventsBefore how many events the command has simulated before
 * @param cache of runs; none where everything is run
 * @param err where it is said that a class of the user's own does not come back
 */
record ScenarioExecution(
    int threads,
    Set<TableFormat> tables,
    boolean report,
    List<String> captured,
    List<Requirement> required,
    long eventsBefore,
    RunCache cache,
    PrintWriter err) {
  /** What a run left, and what came of what it was to keep. */
  record Done(RunSummary summary, List<Requirement.Outcome> required, String resultsJson) {}

  /**
   * What is told how far a run and its files are: it decides what an interruption may cut short.
   */
  interface Milestones {
    /** The run has measured something that is in no file yet. */
    void measured();

    /** What was measured is in files; tables and report are still to be written. */
    void kept(Done done);

    /** Nobody: the results are used further on, as in a comparison. */
    Milestones NONE =
        new Milestones() {
          @Override
          public void measured() {}

          @Override
          public void kept(Done done) {}
        };
  }

  /**
   * Runs, and writes the files: results before tables and reports, which may be cut short, and once
   * more at the end, so that they count the cost of all.
   */
  Done run(
      LoadedScenario loaded, RunFolder folder, ProgressListener progress, Milestones milestones)
      throws IOException {
    Scenario scenario = report ? DefaultSampling.added(loaded.scenario()) : loaded.scenario();
    try {
      NicCaptures.check(scenario, captured); // before an earlier run's scenario is written over
    } catch (UnrunnableScenarioException e) {
      throw unfit(e);
    }
    boolean hpcc = loaded.hpcc().isPresent();
    try (EndlessLoopDetector watch =
            EndlessLoopDetector.watch(
                PluginArguments.usedBy(scenario), new StuckPluginHandler(err));
        FlowSpool spool = FlowSpool.create(folder, hpcc || !tables.isEmpty());
        NicCaptures captures = NicCaptures.open(folder.path(), scenario, captured)) {
      RunOptions options =
          new RunOptions(threads, hpcc).coldAfter(eventsBefore).observed(captures.observers());
      ProgressListener watched =
          watch.watch((nowPs, flowsFinished, packets) -> {
            if (packets > 0) { // before, it is put together
              milestones.measured();
            }
            return progress.report(nowPs, flowsFinished, packets);
          });
      RunSummary summary =
          cache.run(ScenarioRun.of(scenario).with(options), new Listening(spool, watched));
      RunResult result = summary.result();
      milestones.measured();
      folder.write("scenario.yaml", ScenarioWriter.write(loaded.scenario()));
      for (CompiledPlugin own : PluginArguments.usedBy(scenario)) {
        folder.write(own.name() + ".java", own.source());
      }
      captures.keep();
      captured.forEach(host -> folder.result(NicCaptures.fileName(host)));
      if (hpcc) {
        HpccResultFiles.write(folder, loaded.hpcc().get(), spool, result);
      }
      List<Requirement.Outcome> outcomes = Requirement.of(required, summary);
      String first = ResultsJson.of(summary, threads, ProcessCost.soFar(), outcomes);
      folder.write("results.json", first);
      folder.finish();
      milestones.kept(new Done(summary, outcomes, first));
      if (!tables.isEmpty()) {
        ResultTables.write(folder, tables, summary, spool);
      }
      if (report) {
        folder.write("report.html", HtmlReport.of(summary));
      } else {
        folder.remove("report.html");
      }
      String json = ResultsJson.of(summary, threads, ProcessCost.soFar(), outcomes);
      folder.write("results.json", json);
      folder.finish();
      return new Done(summary, outcomes, json);
    } catch (UnrunnableScenarioException e) {
      throw unfit(e);
    }
  }

  /** Keeps flows, and says how far the run is. */
  private record Listening(FlowSpool spool, ProgressListener progress) implements RunListener {
    @Override
    public boolean progressed(long nowPs, long flowsFinished, long packets) {
      return progress.report(nowPs, flowsFinished, packets);
    }

    @Override
    public void flowEnded(FlowResult flow) {
      spool.accept(flow);
    }
  }

  private static ConflictingValuesException unfit(UnrunnableScenarioException e) {
    return new ConflictingValuesException(
        e.getMessage() == null ? "the scenario cannot be run" : e.getMessage(), e);
  }
}
