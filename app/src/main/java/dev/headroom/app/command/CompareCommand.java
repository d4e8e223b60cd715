package dev.headroom.app.command;

import dev.headroom.app.files.RunFolder;
import dev.headroom.app.files.TableFormat;
import dev.headroom.app.input.LoadedScenario;
import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.option.OutputName;
import dev.headroom.app.option.RunArguments;
import dev.headroom.app.option.SeedArguments;
import dev.headroom.app.option.TableArguments;
import dev.headroom.app.option.VaryArguments;
import dev.headroom.app.plugin.PluginException;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.progress.ProgressLine;
import dev.headroom.app.screen.CompareScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.ConflictingValuesException;
import dev.headroom.run.ProgressEstimate;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.compare.ComparedRun;
import dev.headroom.run.compare.Comparison;
import dev.headroom.run.compare.MissingRun;
import dev.headroom.run.figures.SharedHosts;
import dev.headroom.run.results.CompareJson;
import dev.headroom.run.summary.Measure;
import dev.headroom.run.summary.MeasureNames;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.CountedNoun;
import dev.headroom.web.report.ComparePage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command {@code headroom compare}: several scenarios, or one with varied settings, run and
 * compared side by side.
 */
@Command(
    name = "compare",
    description = "Run several scenarios, or variants of one, and compare the results.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom compare a.yaml b.yaml --out results",
      "  headroom compare a.yaml --vary congestion=dcqcn,none \\",
      "      --vary pfc.enabled=true,false",
      "  headroom compare a.yaml --vary congestion=dcqcn,swift --seeds 5"
    })
final class CompareCommand implements Callable<Integer> {
  /** Note in the folder of a comparison that has not ended. */
  private static final String UNFINISHED = "unfinished.txt";

  @Parameters(
      paramLabel = "SCENARIO",
      arity = "1..*",
      description =
          "Scenarios in YAML, - for standard input, or config.txt files of the HPCC ns-3 "
              + "simulator.")
  private List<Path> files = new ArrayList<>();

  @Mixin private VaryArguments vary = new VaryArguments();

  @Mixin private SeedArguments seeds = new SeedArguments();

  @Option(
      names = "--by",
      paramLabel = "MEASURE",
      description =
          "Rank only by this measure, such as p99Slowdown or deepestQueue. Default: the main "
              + "measure of the workload, together with completion, tail, pauses and queues.")
  private @Nullable String by;

  @Mixin private RunArguments run;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for results, with a subfolder for each run. Default: headroom-out/NAME-compared.")
  private @Nullable Path out;

  @Mixin private TableArguments tables;

  @Mixin private CacheArguments caching = new CacheArguments();

  @Option(names = "--quiet", description = "Print only problems.")
  private boolean quiet;

  @Option(names = "--json", description = "Print compare.json instead of the table.")
  private boolean json;

  @Option(names = "--no-report", description = "Do not write a report.html for each run.")
  private boolean noReport;

  @Spec private CommandSpec spec;

  /** How many events it has simulated. */
  private long events;

  private RunCache cache = RunCache.none();

  /**
   * A variant that was read without problems.
   *
   * @param loaded its scenario with the seed that it has
   */
  private record Ready(CompareVariant variant, LoadedScenario loaded) {
    long seed() {
      return loaded.scenario().settings().get(RunKnobs.SEED);
    }

    /** The folder of its run, below that of the comparison. */
    String folder(OptionalLong seed) {
      return variant.folder(seed.orElse(seed()));
    }
  }

  /** Runs that were not to be. */
  private final List<MissingRun> missingRun = new ArrayList<>();

  /** The first reason why, to be thrown where nothing else is left. */
  private @Nullable RuntimeException first;

  private final List<ComparedRun> compared = new ArrayList<>();
  private int code = ExitCodes.CLEAN;
  private Set<TableFormat> formats = Set.of();

  @Override
  public Integer call() throws IOException {
    seeds.check(run.overrides(), vary.texts());
    List<CompareVariant> variants = new ArrayList<>();
    Set<String> warnings = new LinkedHashSet<>(); // variants of one file have the same
    List<LoadedScenario> loaded = new ArrayList<>();
    RejectedSettings rejected = new RejectedSettings();
    for (CompareVariant variant : variants()) {
      try {
        LoadedScenario each = variant.load(run);
        if (!rejected.isAccepted(variant, each)) {
          continue;
        }
        loaded.add(each);
      } catch (ConflictingValuesException e) {
        refuse(variant, OptionalLong.empty(), e);
        continue;
      }
      variants.add(variant);
      warnings.addAll(loaded.getLast().warnings());
      warnings.addAll(SharedHosts.warnings(loaded.getLast().scenario()));
    }
    rejected
        .conflicts(variants)
        .forEach((variant, why) -> refuse(variant, OptionalLong.empty(), why));
    failIfNothingRan(loaded.isEmpty());
    Optional<Measure> judge = judge(loaded);
    formats = tables.formats(out);
    cache = caching.open(spec.commandLine().getErr());
    Path name = OutputName.of(files.getFirst());
    try (RunFolder folder =
        RunFolder.open(
            out == null ? name.resolveSibling(name.getFileName() + "-compared") : out,
            spec.commandLine().getErr())) {
      return compare(folder, variants, loaded, judge, warnings);
    }
  }

  private int compare(
      RunFolder folder,
      List<CompareVariant> variants,
      List<LoadedScenario> loaded,
      Optional<Measure> judge,
      Set<String> warnings)
      throws IOException {
    List<Ready> ready = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      CompareVariant named = variants.get(i).named(loaded.get(i).scenario().settings());
      ready.add(new Ready(named, loaded.get(i)));
    }
    List<OptionalLong> rounds = rounds(ready.getFirst().seed());
    for (Ready each : ready) {
      folder.tryRun(each.folder(rounds.getFirst()));
    }
    warnings.forEach(warning -> spec.commandLine().getErr().println("headroom: " + warning));
    try (InterruptHandler interrupt = InterruptHandler.watch()) {
      try {
        begin(folder, ready, rounds);
        runAll(folder, ready, rounds, interrupt);
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        keep(folder, judge, e);
        throw e;
      }
      if (compared.isEmpty()) {
        folder.remove(UNFINISHED);
      }
      failIfNothingRan(compared.isEmpty() && !interrupt.requested());
      show(folder, judge);
      return missingRun.isEmpty() ? code : Math.max(code, ExitCodes.BAD_INPUT);
    }
  }

  /** What was measured before something went wrong that no other run would survive. */
  private void keep(RunFolder folder, Optional<Measure> judge, Throwable why) {
    try {
      show(folder, judge);
    } catch (IOException | RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  /** Whichever measure was asked for. */
  private Optional<Measure> judge(List<LoadedScenario> loaded) {
    String name = by;
    if (name == null) {
      return Optional.empty();
    }
    Map<String, Measure> known = new LinkedHashMap<>();
    loaded.stream()
        .flatMap(each -> Measure.of(each.scenario()).stream())
        .forEach(measure -> known.putIfAbsent(measure.key(), measure));
    MeasureNames names = new MeasureNames(List.copyOf(known.values()));
    Measure measure =
        names
            .find(name)
            .orElseThrow(() -> new BadInputException("--by " + name + ": " + names.unknown(name)));
    if (measure.better() == Measure.Better.NEITHER) {
      throw new BadInputException(
          "--by %s: this measure has no better direction, so it cannot rank variants"
              .formatted(name));
    }
    return Optional.of(measure);
  }

  /**
   * Every variant with the first seed, then with the next: whoever is stopped has compared all with
   * some of the seeds.
   */
  private void runAll(
      RunFolder folder, List<Ready> ready, List<OptionalLong> rounds, InterruptHandler interrupt)
      throws IOException {
    int place = 0;
    int[] left = new int[ready.size()];
    for (OptionalLong seed : rounds) {
      for (int i = 0; i < ready.size(); i++) {
        place++;
        if (isOut(ready.get(i))) {
          continue;
        }
        if (interrupt.requested()) {
          left[i]++;
        } else {
          String progress = place + " of " + rounds.size() * ready.size();
          runOne(folder, ready.get(i), seed, interrupt, progress);
        }
      }
    }
    for (int i = 0; i < ready.size(); i++) {
      if (left[i] > 0) {
        String with =
            rounds.size() == 1 ? "" : " before %d of %d seeds".formatted(left[i], rounds.size());
        skip(ready.get(i), OptionalLong.empty(), "the comparison was interrupted" + with);
      }
      for (OptionalLong seed : rounds) {
        folder.removeIfEmpty(ready.get(i).folder(seed));
      }
    }
  }

  /** The seeds, in order; one without a number if each variant keeps its own. */
  private List<OptionalLong> rounds(long own) {
    List<Long> all = seeds.seeds(own);
    return all.size() < 2 && !seeds.isGiven()
        ? List.of(OptionalLong.empty())
        : all.stream().map(OptionalLong::of).toList();
  }

  /** Leaves a note and a list of the runs, for the case that the process is killed. */
  private static void begin(RunFolder folder, List<Ready> ready, List<OptionalLong> rounds)
      throws IOException {
    folder.write(
        UNFINISHED,
        "A comparison of %s is running here, or has ended before it was complete.\n"
                .formatted(CountedNoun.of((long) ready.size() * rounds.size(), "run"))
            + "compare.json, compare.html and folders of runs may be of an earlier comparison.\n"
            + "Run the comparison again. This file is removed when it ends.\n");
    folder.announce(
        rounds.stream().flatMap(seed -> ready.stream().map(each -> each.folder(seed))).toList());
  }

  /** Whether its settings do not go together: no seed would change that. */
  private boolean isOut(Ready each) {
    return missingRun.stream()
        .anyMatch(run -> run.seed().isEmpty() && run.label().equals(each.variant().label()));
  }

  private void skip(Ready each, OptionalLong seed, String why) {
    missingRun.add(new MissingRun(each.variant().label(), seed, why, false));
  }

  private void runOne(
      RunFolder folder, Ready each, OptionalLong seed, InterruptHandler interrupt, String place)
      throws IOException {
    String label = each.variant().label();
    try {
      long made = cache.use().made();
      ScenarioExecution.Done done = execute(folder, each, seed, interrupt, place);
      events += cache.use().made() > made ? done.summary().result().counts().events() : 0;
      code = Math.max(code, SimCommand.exit(done.summary()));
      boolean isCutShort = done.summary().result().outcome() == RunResult.Outcome.INTERRUPTED;
      if (isCutShort && compared.stream().anyMatch(run -> run.variant().label().equals(label))) {
        skip(each, seed, "the comparison was interrupted; partial results are in its folder");
      } else {
        compared.add(
            ComparedRun.of(label, each.variant().settings(), each.folder(seed), done.summary()));
      }
    } catch (ConflictingValuesException e) {
      refuse(each.variant(), OptionalLong.empty(), e);
    } catch (PluginException e) {
      refuse(each.variant(), seed, e); // what others have measured is kept
    }
  }

  /** The others run all the same. */
  private void refuse(CompareVariant variant, OptionalLong seed, RuntimeException why) {
    first = first == null ? why : first;
    MissingRun run = new MissingRun(variant.label(), seed, String.valueOf(why.getMessage()), true);
    missingRun.add(run);
    if (json || quiet) {
      spec.commandLine()
          .getErr()
          .println("headroom: not run: " + run.name() + ": " + why.getMessage());
    }
  }

  private void failIfNothingRan(boolean nothing) {
    RuntimeException why = first;
    if (nothing && why != null) {
      throw why;
    }
  }

  private List<CompareVariant> variants() {
    if (vary.isEmpty() && files.size() < 2) {
      throw new BadInputException(
          "one scenario cannot be compared; name another one, or add --vary KEY=A,B");
    }
    if (!vary.isEmpty() && files.size() > 1) {
      throw new BadInputException(
          "--vary needs exactly one scenario, but " + files.size() + " were given");
    }
    return vary.isEmpty()
        ? CompareVariant.of(files)
        : CompareVariant.of(files.getFirst(), vary.texts(), run.overrides());
  }

  private ScenarioExecution.Done execute(
      RunFolder comparison, Ready each, OptionalLong seed, InterruptHandler interrupt, String place)
      throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    if (!quiet) {
      String with = seed.isEmpty() ? "" : ", seed " + seed.getAsLong();
      err.println("headroom: running " + place + ": " + each.variant().label() + with);
      err.flush();
    }
    // With another seed other flows are drawn: it is read again, when it is its turn.
    LoadedScenario loaded =
        seed.isEmpty() || seed.getAsLong() == each.seed()
            ? each.loaded()
            : each.variant().load(run, SeedArguments.set(seed.getAsLong()));
    ScenarioExecution execution =
        new ScenarioExecution(
            run.threads(), formats, !noReport, List.of(), List.of(), events, cache, err);
    ProgressEstimate extent = ProgressEstimate.of(loaded.scenario());
    Terminal terminal = Terminal.ofError();
    try (RunFolder folder = comparison.run(each.folder(seed));
        ProgressLine line =
            new ProgressLine(err, terminal, extent, interrupt::requested, System::nanoTime)) {
      return execution.run(
          loaded,
          folder,
          quiet ? (a, b, c) -> !interrupt.requested() : line,
          ScenarioExecution.Milestones.NONE);
    }
  }

  private void show(RunFolder folder, Optional<Measure> judge) throws IOException {
    if (compared.isEmpty()) {
      return;
    }
    Comparison comparison = Comparison.of(compared, missingRun, judge);
    String text = CompareJson.of(comparison);
    folder.write("compare.json", text);
    folder.write("compare.html", ComparePage.of(comparison, !noReport));
    folder.remove(UNFINISHED);
    folder.finish();
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      screen.print(text);
    } else if (!quiet) {
      screen.print(CompareScreen.of(comparison, Terminal.ofOutput()));
      screen.println(" results in " + folder.path() + "; open " + folder.file("compare.html"));
    }
    screen.flush();
    if (!quiet) {
      CacheArguments.tell(cache, spec.commandLine().getErr());
    }
    spec.commandLine().getErr().flush();
  }
}
