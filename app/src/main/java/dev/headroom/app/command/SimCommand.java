package dev.headroom.app.command;

import dev.headroom.app.files.RunFolder;
import dev.headroom.app.files.TableFormat;
import dev.headroom.app.input.LoadedScenario;
import dev.headroom.app.option.OutputName;
import dev.headroom.app.option.RunArguments;
import dev.headroom.app.option.TableArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.process.ScenarioWarnings;
import dev.headroom.app.progress.ProgressLine;
import dev.headroom.app.screen.RunScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.ProgressEstimate;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.figures.SharedHosts;
import dev.headroom.run.summary.Headline;
import dev.headroom.run.summary.Measure;
import dev.headroom.run.summary.MeasureNames;
import dev.headroom.run.summary.Requirement;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom sim}: one simulation run and its results. */
@Command(
    name = "sim",
    description = "Simulate a scenario packet by packet and summarize the result.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom sim examples/allreduce-64.yaml",
      "  headroom sim examples/incast-16.yaml --set congestion.kmin=100KB --out results"
    })
final class SimCommand implements Callable<Integer> {
  /** Said of a run that was interrupted. */
  private static final String CUT_SHORT =
      ": results.json; tables and report are written only if there is time";

  /** Said of a run whose tables or report could not be written. */
  private static final String NOT_WRITTEN = ": results.json; other files may be incomplete";

  @Parameters(
      paramLabel = "SCENARIO",
      description =
          "A scenario in YAML, - for standard input, or a config.txt of the HPCC ns-3 simulator.")
  private Path file;

  @Mixin private RunArguments run;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for results, including Parquet tables. Default: headroom-out/NAME.")
  private @Nullable Path out;

  @Mixin private TableArguments tables;

  @Option(names = "--quiet", description = "Print only problems.")
  private boolean quiet;

  @Option(names = "--json", description = "Print results.json instead of the summary.")
  private boolean json;

  @Option(
      names = "--pcap",
      paramLabel = "HOST",
      description =
          "Write the packets that the NIC of this host, such as host-3, sends and receives "
              + "to HOST.pcapng, as RoCEv2 for Wireshark and headroom pcap. Repeatable.")
  private List<String> captured = new ArrayList<>();

  @Option(
      names = "--require",
      paramLabel = "BOUND",
      description =
          "Bound that the run must meet, such as 'p99Slowdown<3', 'completion<2ms' or "
              + "'drops=0'; otherwise the exit code is 1. <, <=, >, >= and = with a measure of "
              + "compare.json. Repeatable.")
  private List<String> required = new ArrayList<>();

  @Option(names = "--no-report", description = "Do not write report.html.")
  private boolean noReport;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    LoadedScenario loaded = run.read(file);
    List<Requirement> requirements = requirements(loaded);
    Set<TableFormat> formats = tables.formats(out);
    loaded.warnings().forEach(warning -> err.println("headroom: " + warning));
    SharedHosts.warnings(loaded.scenario()).forEach(warning -> err.println("headroom: " + warning));
    if (!quiet) {
      ScenarioWarnings.of(loaded.scenario())
          .forEach(warning -> err.println("headroom: " + warning));
    }
    err.flush();
    ScenarioExecution execution =
        new ScenarioExecution(
            run.threads(), formats, !noReport, captured, requirements, 0, RunCache.none(), err);
    try (RunFolder folder = RunFolder.open(out == null ? OutputName.of(file) : out, err);
        InterruptHandler interrupt = InterruptHandler.beforeRun()) {
      Showing showing;
      ScenarioExecution.Done done;
      try (ProgressLine line = progress(loaded, interrupt)) {
        showing = new Showing(interrupt, line, folder);
        ProgressListener progress = quiet ? (a, b, c) -> !interrupt.requested() : line;
        try {
          done = execution.run(loaded, folder, progress, showing);
        } catch (IOException | RuntimeException | LinkageError e) {
          showing.showKept();
          throw e;
        }
      }
      showing.show(done);
      if (!json && !quiet && loaded.hpcc().isEmpty()) {
        SuggestedCommand.after(done.summary(), file, run)
            .ifPresent(line -> spec.commandLine().getOut().println(" to try: " + line));
      }
      spec.commandLine().getOut().flush();
      err.flush();
      int code = exit(done.summary());
      return areMet(done) ? code : Math.max(ExitCodes.FINDINGS, code);
    }
  }

  /** The screen at the end. A user who stops a run sees it before tables and report are written. */
  private final class Showing implements ScenarioExecution.Milestones {
    private final InterruptHandler interrupt;
    private final ProgressLine line;
    private final RunFolder folder;
    private Optional<ScenarioExecution.Done> kept = Optional.empty();
    private boolean shown;

    Showing(InterruptHandler interrupt, ProgressLine line, RunFolder folder) {
      this.interrupt = interrupt;
      this.line = line;
      this.folder = folder;
    }

    @Override
    public void measured() {
      interrupt.measured();
    }

    @Override
    public void kept(ScenarioExecution.Done done) {
      interrupt.resultsWritten();
      kept = Optional.of(done);
      if (interrupt.requested()) {
        line.close();
        show(done, CUT_SHORT);
      }
    }

    /** What was measured, if it is kept, where something fails behind that. */
    void showKept() {
      line.close();
      kept.ifPresent(done -> show(done, NOT_WRITTEN));
    }

    /** At the end, unless the screen was shown before. */
    void show(ScenarioExecution.Done done) {
      show(done, lookAt(folder));
    }

    private void show(ScenarioExecution.Done done, String files) {
      if (!shown) {
        shown = true;
        SimCommand.this.show(done, folder, files);
        printRequirements(done.required());
        spec.commandLine().getOut().flush();
        spec.commandLine().getErr().flush();
      }
    }
  }

  /** What is wrong with one is told before anything runs. */
  private List<Requirement> requirements(LoadedScenario loaded) {
    MeasureNames names = new MeasureNames(Measure.of(loaded.scenario()));
    List<Requirement> parsed = new ArrayList<>();
    for (String each : required) {
      try {
        parsed.add(Requirement.parse(each, names));
      } catch (IllegalArgumentException e) {
        throw new BadInputException("--require " + each + ": " + e.getMessage(), e);
      }
    }
    return parsed;
  }

  private static boolean areMet(ScenarioExecution.Done done) {
    return done.required().stream().allMatch(Requirement.Outcome::isMet);
  }

  /** Those that are not met in any case, the others where somebody reads along. */
  private void printRequirements(List<Requirement.Outcome> outcomes) {
    for (Requirement.Outcome outcome : outcomes) {
      if (!outcome.isMet()) {
        spec.commandLine().getErr().println("headroom: " + outcome.sentence());
      } else if (!json && !quiet) {
        spec.commandLine().getOut().println(" " + outcome.sentence());
        spec.commandLine().getOut().flush();
      }
    }
  }

  private ProgressLine progress(LoadedScenario loaded, InterruptHandler interrupt) {
    return new ProgressLine(
        spec.commandLine().getErr(),
        Terminal.ofError(),
        ProgressEstimate.of(loaded.scenario()),
        interrupt::requested,
        System::nanoTime);
  }

  /**
   * @param files which of the folder are there, or where to begin
   */
  private void show(ScenarioExecution.Done done, RunFolder folder, String files) {
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      screen.print(done.resultsJson());
    } else if (!quiet) {
      screen.print(RunScreen.of(done.summary(), Terminal.ofOutput()));
      screen.println(" results in " + folder.path() + files);
    } else if (exit(done.summary()) != ExitCodes.CLEAN) {
      spec.commandLine().getErr().println("headroom: " + done.summary().headline().text());
    }
  }

  private String lookAt(RunFolder folder) {
    return noReport ? "" : "; open " + folder.file("report.html");
  }

  /** The exit code that a run asks for. */
  static int exit(RunSummary summary) {
    if (!summary.result().imbalances().isEmpty()) {
      return ExitCodes.COULD_NOT_RUN;
    }
    if (summary.result().outcome() == RunResult.Outcome.INTERRUPTED) {
      return ExitCodes.INTERRUPTED;
    }
    // A job inside machines may be cut short without a flow that is.
    boolean finished = summary.result().outcome() == RunResult.Outcome.FINISHED;
    boolean dropped = summary.headline().kind() == Headline.Kind.LOSSLESS_DROPS;
    return finished && !dropped ? ExitCodes.CLEAN : ExitCodes.FINDINGS;
  }
}
