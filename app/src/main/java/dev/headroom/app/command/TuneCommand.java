package dev.headroom.app.command;

import dev.headroom.app.engine.WorkerArguments;
import dev.headroom.app.files.FolderKind;
import dev.headroom.app.input.TunedScenario;
import dev.headroom.app.input.UserTextReader;
import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.option.FolderArguments;
import dev.headroom.app.option.ObjectiveNames;
import dev.headroom.app.option.OutputPathCheck;
import dev.headroom.app.option.SearchArguments;
import dev.headroom.app.option.SearchSeed;
import dev.headroom.app.option.SearchTime;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.process.VersionProvider;
import dev.headroom.app.progress.TuneProgressLine;
import dev.headroom.app.screen.Terminal;
import dev.headroom.app.screen.TuneChoiceScreen;
import dev.headroom.app.screen.TuneScreen;
import dev.headroom.app.screen.TuneSoFarScreen;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.scenario.ScenarioWriter;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.search.RankedCandidate;
import dev.headroom.tune.study.Study;
import dev.headroom.tune.study.StudyException;
import dev.headroom.tune.study.StudyFolder;
import dev.headroom.tune.study.StudyJson;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.study.StudyRun;
import dev.headroom.unit.CountedNoun;
import dev.headroom.web.report.TunePage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom tune}: the search for the settings that serve a workload best. */
@Command(
    name = "tune",
    description =
        "Search for the settings that serve a workload best, and compare them with today's on "
            + "seeds that the search has not seen. It moves the knobs that the devices can set, or "
            + "all with a known range. With the folder of a search, show its result.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom tune a.yaml --for completion,p99Slowdown,pauses --runs 300",
      "  headroom tune bundle/ --workload all-reduce:1GiB --knobs 'congestion.*,pfc.*'",
      "  headroom tune a.yaml --time 10m --out results",
      "  headroom tune results --resume",
      "  headroom tune results --explain 3",
      "  headroom tune results --pick 3 -o best.yaml"
    })
final class TuneCommand implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final List<String> PRESETS = List.of("article", "vendor", "paper");

  @Parameters(
      paramLabel = "SCENARIO|BUNDLE|DIR",
      arity = "1..*",
      description =
          "A scenario in YAML, - for standard input; bundles, hosts' folders and switch "
              + "configurations, as for headroom audit; or the folder of a search.")
  private List<Path> inputs = List.of();

  @Mixin private SearchArguments search = new SearchArguments();

  @Option(
      names = "--space",
      paramLabel = "FILE",
      description = "Knobs with their values and ranges (docs/spaces.md), instead of --knobs.")
  private @Nullable Path space;

  @Option(
      names = "--devices",
      paramLabel = "NAME",
      split = ",",
      description =
          "Devices whose steps and ranges the values keep, such as SONiC. Default: those of the "
              + "bundle.")
  private List<String> devices = new ArrayList<>();

  @Option(
      names = "--fairness",
      paramLabel = "SHARE",
      description =
          "Least share of the mean goodput that the worst host must have, 0 to 1. Default: none.")
  private @Nullable Double fairness;

  @Mixin private SearchSeed seed = new SearchSeed();
  @Mixin private SearchTime time = new SearchTime();
  @Mixin private WorkerArguments workers = new WorkerArguments();
  @Mixin private CacheArguments caching = new CacheArguments();

  @Mixin private FolderArguments folders = new FolderArguments();

  @Option(
      names = "--explain",
      paramLabel = "N",
      description = "Explain settings of the front by their number.")
  private @Nullable Integer explain;

  @Option(
      names = "--pick",
      paramLabel = "N",
      description = "Write the scenario with settings of the front, by their number; see -o.")
  private @Nullable Integer pick;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.yaml",
      description = "File for --pick; one that is there needs --replace. Default: standard output.")
  private @Nullable Path file;

  @Option(names = "--json", description = "Print tune.json instead of the tables.")
  private boolean json;

  @Option(names = "--quiet", description = "Print only problems.")
  private boolean quiet;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    workers.check();
    time.limitNs();
    if (pick != null && explain != null) {
      throw new BadInputException(
          "--pick %d: --explain is given as well; remove one of the two".formatted(pick));
    }
    if (file != null && pick == null) {
      throw new BadInputException("--output " + file + ": it needs --pick N");
    }
    if (file != null) {
      OutputPathCheck.file("--output", file, folders.replace());
    }
    try {
      boolean isFolder = inputs.size() == 1 && StudyFolder.isOne(inputs.getFirst());
      return isFolder ? withFolder(inputs.getFirst()) : start();
    } catch (StudyException e) {
      String option = e.part().isEmpty() ? "" : "--" + e.part() + ": ";
      throw new BadInputException(option + e.getMessage(), e);
    }
  }

  /** Shows a search from its answers, or continues it. */
  private int withFolder(Path path) throws IOException {
    if (search.areGiven()
        || space != null
        || !devices.isEmpty()
        || fairness != null
        || seed.isGiven()
        || workers.limit().isPresent()
        || folders.hasOut()
        || (folders.replace() && file == null)) {
      throw new BadInputException(
          path
              + ": is the folder of a search; --resume, --time, --explain, --pick, --workers, "
              + "--json and --quiet go with it, and a scenario's file starts another search");
    }
    if (time.isGiven() && !folders.resume()) {
      throw new BadInputException("--time: add --resume to continue the search in " + path);
    }
    try (StudyFolder folder = StudyFolder.take(path)) {
      Study study =
          folder
              .study()
              .orElseThrow(() -> new BadInputException(path + ": has no search (study.json)"));
      return run(folder, study, folders.resume());
    }
  }

  private int start() throws IOException {
    if (folders.resume() || explain != null || pick != null) {
      throw new BadInputException(
          inputs.getFirst()
              + ": is not the folder of a search; --resume, --explain and --pick need one");
    }
    if (space != null && !search.knobs().isEmpty()) {
      throw new BadInputException(
          "--space %s: --knobs is given as well; remove one of the two".formatted(space));
    }
    TunedScenario scenario = scenario();
    PrintWriter err = spec.commandLine().getErr();
    if (!quiet) {
      scenario.notes().forEach(note -> err.println("headroom: " + note));
      err.flush();
    }
    Study study = study(scenario);
    StudyRun.check(study);
    Path path = folders.out(inputs.getFirst(), spec.name());
    FolderKind.SEARCH.refuseOthers(path);
    try (StudyFolder folder = StudyFolder.take(path)) {
      if (!folder.problem().isEmpty()) {
        err.println("headroom: " + path + ": " + folder.problem());
      }
      if (folders.replace()) {
        folder.delete();
      }
      folder.begin(study, VersionProvider.build());
      return run(folder, study, true);
    }
  }

  private TunedScenario scenario() throws IOException {
    try {
      return TunedScenario.read(inputs, search.overrides());
    } catch (BadInputException e) {
      throw search.named(e);
    }
  }

  private Study study(TunedScenario scenario) throws IOException {
    int budget = search.runs();
    double floor = fairness == null ? 0 : fairness;
    if (!(floor >= 0 && floor <= 1)) {
      throw new BadInputException("--fairness " + floor + ": use a share from 0 to 1");
    }
    return new Study(
        scenario.text(),
        List.of(),
        ObjectiveNames.of(Measure.of(scenario(scenario)), search.objectives()),
        search.knobs(),
        space == null ? "" : UserTextReader.read(space),
        space == null ? "" : space.toString(),
        devices.isEmpty() ? scenario.devices() : devices,
        PRESETS,
        floor,
        budget,
        seed.value(),
        workers.limit().orElse(LIMIT).toMillis());
  }

  private static Scenario scenario(TunedScenario scenario) {
    return ((ScenarioReader.Good) scenario.text().read(List.of())).scenario();
  }

  /**
   * What became of a search.
   *
   * @param result empty if runs are missing
   */
  private record Searched(StudyRun run, Optional<StudyResult> result, boolean isInterrupted) {}

  /**
   * @param isRun whether missing runs are made
   */
  private int run(StudyFolder folder, Study study, boolean isRun) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    RunCache cache = caching.open(err);
    Searched searched = search(folder, study, cache, isRun);
    CacheArguments.tell(cache, err);
    if (searched.result().isPresent()) {
      return show(folder, study, searched.result().get());
    }
    if (!searched.isInterrupted()) {
      return showIncomplete(folder, study, searched.run());
    }
    showKnown(study, searched.run());
    err.println(
        "headroom: interrupted; %s; headroom tune %s --resume continues"
            .formatted(kept(folder, searched.run()), folder.path()));
    return ExitCodes.INTERRUPTED;
  }

  private Searched search(StudyFolder folder, Study study, RunCache cache, boolean isRun)
      throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    try (InterruptHandler interrupt = InterruptHandler.watch();
        TuneProgressLine progress =
            new TuneProgressLine(
                err,
                Terminal.ofError(),
                quiet,
                interrupt::requested,
                System::nanoTime,
                time.limitNs())) {
      StudyRun run = new StudyRun(study, folder, cache, progress, workers.workers());
      if (!quiet) {
        run.leftOut().forEach(note -> err.println("headroom: " + note));
        err.flush();
      }
      try {
        return new Searched(run, isRun ? Optional.of(run.run()) : run.shown(), false);
      } catch (CancellationException e) {
        return new Searched(run, Optional.empty(), true);
      }
    }
  }

  /** What an incomplete search has. */
  private static String kept(StudyFolder folder, StudyRun run) throws IOException {
    int runs = folder.answers().size();
    if (runs == 0) {
      return "nothing was measured yet, and the study is kept";
    }
    return run.known().isPresent()
        ? CountedNoun.of(runs, "run") + " kept"
        : CountedNoun.of(runs, "run") + " kept, too few for a front";
  }

  private int showIncomplete(StudyFolder folder, Study study, StudyRun run) throws IOException {
    String why =
        "%s: the search is not complete (%s); headroom tune %s --resume continues it"
            .formatted(folder.path(), kept(folder, run), folder.path());
    if (json || explain != null || pick != null) {
      throw new BadInputException(why);
    }
    showKnown(study, run);
    spec.commandLine().getErr().println("headroom: " + why);
    return ExitCodes.CLEAN;
  }

  /** The front so far, if there is one and no other output is asked for. */
  private void showKnown(Study study, StudyRun run) {
    if (quiet || json || explain != null || pick != null) {
      return;
    }
    PrintWriter screen = spec.commandLine().getOut();
    Scenario scenario = ((ScenarioReader.Good) study.scenario().read(List.of())).scenario();
    run.known()
        .ifPresent(
            known -> screen.print(TuneSoFarScreen.of(study, scenario, known, Terminal.ofOutput())));
    screen.flush();
  }

  private int show(StudyFolder folder, Study study, StudyResult result) throws IOException {
    Scenario scenario = ((ScenarioReader.Good) study.scenario().read(List.of())).scenario();
    PrintWriter screen = spec.commandLine().getOut();
    if (pick != null) {
      write(picked(study, result, pick));
      return ExitCodes.CLEAN;
    }
    if (explain != null) {
      screen.print(
          TuneChoiceScreen.of(
              result,
              scenario,
              chosen(result, "--explain", explain),
              explain,
              Terminal.ofOutput()));
      screen.flush();
      return ExitCodes.CLEAN;
    }
    String text = StudyJson.of(result);
    folder.write("tune.json", text);
    Path page = folder.write("tune.html", TunePage.of(result, scenario));
    if (json) {
      screen.print(text);
    } else if (!quiet) {
      screen.print(TuneScreen.of(result, scenario, Terminal.ofOutput()));
      screen.println(" runs in " + folder.path() + "; open " + page);
    }
    screen.flush();
    return ExitCodes.CLEAN;
  }

  private static RankedCandidate chosen(StudyResult result, String option, int number) {
    List<RankedCandidate> front = result.search().front();
    if (number < 1 || number > front.size()) {
      throw new BadInputException(
          front.isEmpty()
              ? "%s %d: the front is empty: no settings satisfy all constraints"
                  .formatted(option, number)
              : "%s %d: the front has settings 1 to %d".formatted(option, number, front.size()));
    }
    return front.get(number - 1);
  }

  private String picked(Study study, StudyResult result, int number) {
    List<String> settings =
        chosen(result, "--pick", number).candidate().settings().entrySet().stream()
            .map(set -> set.getKey() + "=" + set.getValue())
            .toList();
    return study.scenario().read(settings) instanceof ScenarioReader.Good good
        ? ScenarioWriter.write(good.scenario())
        : "";
  }

  private void write(String text) throws IOException {
    if (file == null) {
      spec.commandLine().getOut().print(text);
      spec.commandLine().getOut().flush();
    } else {
      AtomicWriter.write(file, text);
    }
  }
}
