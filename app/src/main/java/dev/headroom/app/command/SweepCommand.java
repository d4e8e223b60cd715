package dev.headroom.app.command;

import dev.headroom.app.engine.EngineArguments;
import dev.headroom.app.engine.WorkerArguments;
import dev.headroom.app.files.FolderKind;
import dev.headroom.app.files.RunFolder;
import dev.headroom.app.input.SweptScenario;
import dev.headroom.app.input.UserTextReader;
import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.option.FolderArguments;
import dev.headroom.app.option.SeedArguments;
import dev.headroom.app.option.SettingArguments;
import dev.headroom.app.option.VaryArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.screen.SweepScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.SetKey;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.figures.SharedHosts;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.result.SweepJson;
import dev.headroom.tune.result.SweepReader;
import dev.headroom.tune.result.SweepSummary;
import dev.headroom.tune.study.TodayValues;
import dev.headroom.tune.sweep.Sampling;
import dev.headroom.tune.sweep.Shard;
import dev.headroom.tune.sweep.SweepException;
import dev.headroom.tune.sweep.SweepFolder;
import dev.headroom.tune.sweep.SweepPlan;
import dev.headroom.tune.sweep.SweptKey;
import dev.headroom.tune.sweep.SweptSpace;
import dev.headroom.unit.CountedNoun;
import dev.headroom.web.report.SweepPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom sweep}: many runs of a scenario as one thing, and their summary. */
@Command(
    name = "sweep",
    description =
        "Run a scenario with many settings and seeds, and find the settings that serve it best. "
            + "With the folder of a sweep, show its result.",
    customSynopsis = {
      "headroom sweep SCENARIO [--vary=KEY=A,B]... [--seeds=N|A..B|A,B] [OPTIONS]",
      "headroom sweep DIR [--resume] [OPTIONS]",
      "headroom sweep run --shard=I/N --out=DIR [OPTIONS]"
    },
    subcommands = SweepRunCommand.class,
    commandListHeading = "%nFor other machines:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom sweep a.yaml --vary congestion.kmin=50KB,100KB,400KB \\",
      "      --seeds 1..5 --out grid",
      "  headroom sweep grid --by p99Slowdown",
      "  headroom sweep grid --resume",
      "  headroom sweep a.yaml --space space.yaml --sample sobol:256 --out sample"
    })
final class SweepCommand implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @Parameters(
      paramLabel = "SCENARIO|DIR",
      arity = "0..1",
      description = "A scenario in YAML, - for standard input, or the folder of a sweep.")
  private @Nullable Path named;

  @Mixin private VaryArguments vary = new VaryArguments();

  @Option(
      names = "--space",
      paramLabel = "FILE",
      description =
          "Keys to vary with their values and ranges (docs/spaces.md), instead of --vary.")
  private @Nullable Path space;

  @Option(
      names = "--sample",
      paramLabel = "HOW",
      description =
          "Settings to run: grid for every combination, sobol:256 for 256 points that cover the "
              + "space evenly, or random:256. Default: grid.")
  private @Nullable String sample;

  @Mixin private SeedArguments seeds = new SeedArguments();
  @Mixin private SettingArguments settings = new SettingArguments();
  @Mixin private WorkerArguments workers = new WorkerArguments();
  @Mixin private EngineArguments engine = new EngineArguments();
  @Mixin private CacheArguments caching = new CacheArguments();

  @Mixin private FolderArguments folders = new FolderArguments();

  @Option(
      names = "--plan-only",
      description = "Write the plan and run nothing, for headroom sweep run on other machines.")
  private boolean planOnly;

  @Option(
      names = "--by",
      paramLabel = "MEASURE",
      description =
          "Rank by this measure, such as p99Slowdown. Default: the main measure of the workload.")
  private @Nullable String by;

  @Option(names = "--json", description = "Print sweep.json instead of the table.")
  private boolean json;

  @Option(names = "--quiet", description = "Print only problems.")
  private boolean quiet;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    workers.check();
    if (named == null) {
      throw new ParameterException(
          spec.commandLine(), "Missing required parameter: 'SCENARIO|DIR'");
    }
    try {
      engine.check();
      return Files.isDirectory(named) ? withFolder(named) : start(named);
    } catch (SweepException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Shows a sweep, or goes on with it. */
  private int withFolder(Path input) throws IOException {
    if (!vary.isEmpty()
        || space != null
        || sample != null
        || seeds.isGiven()
        || !settings.sets().isEmpty()
        || planOnly
        || folders.isOfNewFolder()) {
      throw new BadInputException(
          input
              + ": is a folder, whose sweep has a plan; --resume, --on, --workers, --trial-limit, "
              + "--by, --json and --quiet go with it, and a scenario's file starts another sweep");
    }
    SweepFolder folder =
        SweepFolder.open(input)
            .orElseThrow(() ->
                new BadInputException(
                    input + ": has no sweep (no plan.json); name a scenario's file to start one"));
    checkMeasure(SweepReader.measures(folder.plan()));
    if (!folders.resume() && !engine.isLocal()) {
      throw new BadInputException(
          "--on: add --resume to run what the sweep in %s lacks".formatted(input));
    }
    if (!folders.resume()) {
      show(folder, Files.isWritable(folder.path()));
      return ExitCodes.CLEAN;
    }
    try (RunFolder _ = RunFolder.open(input, spec.commandLine().getErr())) {
      return run(folder);
    }
  }

  private int start(Path input) throws IOException {
    SweptScenario scenario = SweptScenario.read(input, settings.sets());
    Scenario base = scenario.base();
    List<Measure> measures = Measure.of(base);
    checkMeasure(measures);
    List<String> figures = measures.stream().map(Measure::key).toList();
    Sampling sampling = sampling();
    List<SweptKey> keys = keys(base);
    List<String> texts = keys.stream().map(key -> key.key() + "=").toList();
    seeds.check(settings.sets(), texts);
    long own = base.settings().get(RunKnobs.SEED);
    List<Long> all = seeds.isGiven() ? seeds.seeds(own) : List.of(own);
    Duration limit = workers.limit().orElse(LIMIT);
    SweepPlan draft = new SweepPlan(scenario.text(), keys, sampling, all, limit, figures);
    scenario.check(keys, draft.settings(), space == null ? "--vary" : space + ":");
    SweepPlan plan = new SweepPlan(scenario.text(), keys, sampling, all, limit, figures);
    SharedHosts.warnings(base)
        .forEach(warning -> spec.commandLine().getErr().println("headroom: " + warning));
    Path path = folders.out(input, spec.name());
    FolderKind.SWEEP.refuseOthers(path);
    try (RunFolder _ = RunFolder.open(path, spec.commandLine().getErr())) {
      if (folders.replace()) {
        SweepFolder.delete(path);
      }
      SweepFolder folder = SweepFolder.begin(path, plan);
      return planOnly ? planned(folder) : run(folder);
    }
  }

  private Sampling sampling() {
    if (sample == null) {
      return Sampling.GRID;
    }
    try {
      return Sampling.parse(sample);
    } catch (SweepException e) {
      throw new BadInputException("--sample " + e.getMessage(), e);
    }
  }

  private List<SweptKey> keys(Scenario base) throws IOException {
    if (space == null) {
      return vary.keys(settings.sets()).stream()
          .map(key -> (SweptKey) new SweptKey.Choices(key.key(), key.values()))
          .toList();
    }
    if (!vary.isEmpty()) {
      throw new BadInputException(
          "--space %s: --vary is given as well; write its keys into the file".formatted(space));
    }
    List<SweptKey> keys =
        SweptSpace.read(
            UserTextReader.read(space), space.toString(), TodayValues.spaceReader(base));
    for (SweptKey key : keys) {
      for (String set : settings.sets()) {
        if (SetKey.hides(key.key() + "=", set) || SetKey.hides(set, key.key() + "=")) {
          throw new BadInputException(
              "%s: %s is set by --set %s as well; remove one of the two"
                  .formatted(space, key.key(), set));
        }
      }
    }
    return keys;
  }

  private void checkMeasure(List<Measure> measures) {
    if (by != null) {
      SweepReader.judge(measures, by);
    }
  }

  private int planned(SweepFolder folder) {
    if (!quiet) {
      SweepPlan plan = folder.plan();
      PrintWriter screen = spec.commandLine().getOut();
      screen.println(
          "plan of %s (%s, %s each) in %s"
              .formatted(
                  CountedNoun.of(plan.trials(), "trial"),
                  CountedNoun.of(plan.settings().count(), "setting"),
                  CountedNoun.of(plan.seeds().size(), "seed"),
                  folder.path()));
      screen.flush();
    }
    return ExitCodes.CLEAN;
  }

  private int run(SweepFolder folder) throws IOException {
    if (!engine.isLocal()) {
      return submit(folder);
    }
    SweepExecution.Done done =
        new SweepExecution(workers, caching, quiet, spec.commandLine().getErr())
            .run(folder, Shard.WHOLE);
    SweepSummary.Counts counts = show(folder, true).counts();
    if (done.isInterrupted() && counts.missing() > 0) {
      return ExitCodes.INTERRUPTED;
    }
    return counts.failed() > 0 || counts.unfinished() > 0 ? ExitCodes.FINDINGS : ExitCodes.CLEAN;
  }

  private int submit(SweepFolder folder) throws IOException {
    PrintWriter screen = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    return switch (new SweepSubmission(engine, quiet, screen, err).submit(folder)) {
      case SUBMITTED -> ExitCodes.CLEAN;
      case REFUSED -> ExitCodes.COULD_NOT_RUN;
      case ENDED -> {
        SweepSummary.Counts counts = show(folder, true).counts();
        yield counts.failed() + counts.unfinished() + counts.missing() > 0
            ? ExitCodes.FINDINGS
            : ExitCodes.CLEAN;
      }
    };
  }

  private SweepSummary show(SweepFolder folder, boolean isWritten) throws IOException {
    SweepSummary summary = SweepReader.read(folder, Optional.ofNullable(by));
    String text = SweepJson.of(summary);
    Path page = folder.path().resolve("sweep.html");
    if (isWritten) {
      AtomicWriter.write(folder.path().resolve("sweep.json"), text);
      AtomicWriter.write(page, SweepPage.of(summary));
    }
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      screen.print(text);
    } else if (!quiet) {
      screen.print(SweepScreen.of(summary, Terminal.ofOutput()));
      screen.println(" rows in %s%s".formatted(folder.path(), isWritten ? "; open " + page : ""));
    }
    screen.flush();
    spec.commandLine().getErr().flush();
    return summary;
  }
}
