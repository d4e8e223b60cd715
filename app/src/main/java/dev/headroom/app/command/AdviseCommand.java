package dev.headroom.app.command;

import dev.headroom.app.engine.WorkerArguments;
import dev.headroom.app.files.FolderKind;
import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.option.ClusterArguments;
import dev.headroom.app.option.OptionRangeCheck;
import dev.headroom.app.option.OutputName;
import dev.headroom.app.option.OutputPathCheck;
import dev.headroom.app.option.SearchSeed;
import dev.headroom.app.option.SearchTime;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.process.VersionProvider;
import dev.headroom.app.progress.TuneProgressLine;
import dev.headroom.app.screen.AdviceScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.formats.FolderLock;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.advice.AdviceBasis;
import dev.headroom.tune.advice.AdviceException;
import dev.headroom.tune.advice.AdviceJson;
import dev.headroom.tune.advice.AdviceMarkdown;
import dev.headroom.tune.advice.AdvicePlan;
import dev.headroom.tune.advice.AdviceRun;
import dev.headroom.tune.advice.AdviceScenarios;
import dev.headroom.tune.advice.DeviceFiles;
import dev.headroom.tune.advice.FabricAdvice;
import dev.headroom.tune.advice.TrafficChoice;
import dev.headroom.tune.study.StudyException;
import dev.headroom.tune.study.StudyFolder;
import dev.headroom.tune.study.StudyJson;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.web.report.TunePage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code headroom advise}: design and settings of a fabric that does not exist yet. */
@Command(
    name = "advise",
    description =
        "Design a fabric that does not exist yet, and recommend its settings, each with its reason "
            + "and how sure it is. Formulas give the first settings; runs of typical traffic show "
            + "what serves better.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom advise --hosts 1024 --rate 400Gbps --asic tomahawk5",
      "  headroom advise --hosts 2048 --rate 400Gbps --asic spectrum4 --rails 8 \\",
      "      --workload all-reduce:1GiB,storage --devices nvue,mlnx_qos,nccl",
      "  headroom advise --hosts 512 --rate 200Gbps --asic tomahawk4 --no-runs"
    })
final class AdviseCommand implements Callable<Integer> {
  private static final String JSON_FILE = "advice.json";
  private static final int RUNS = 1200;
  private static final int MOST_RUNS = 100_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Mixin private ClusterArguments cluster = new ClusterArguments();

  @Option(
      names = "--workload",
      paramLabel = "TYPE[:SIZE]",
      split = ",",
      description =
          "Traffic to test with, such as all-reduce:1GiB,incast: of incast, permutation, "
              + "all-reduce, all-to-all, web-search and storage. Default: all of them.")
  private List<String> workloads = new ArrayList<>();

  @Option(
      names = "--in-order",
      description = "The NICs need packets in order: leave adaptive routing out.")
  private boolean inOrder;

  @Option(
      names = "--devices",
      paramLabel = "NAME",
      split = ",",
      description =
          "Devices to write files for, such as sonic,mlnx_qos,nccl. The values keep the steps of "
              + "the switches. Default: none.")
  private List<String> devices = new ArrayList<>();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Budget of the search in runs: 60 or more for each kind of traffic, and at least 120; "
              + "comparisons take some more. Default: 1200.")
  private int runs = RUNS;

  @Option(
      names = "--no-runs",
      description = "Give the design and what formulas say, without any run.")
  private boolean noRuns;

  @Mixin private SearchSeed seed = new SearchSeed();
  @Mixin private SearchTime time = new SearchTime();
  @Mixin private WorkerArguments workers = new WorkerArguments();
  @Mixin private CacheArguments caching = new CacheArguments();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder of the advice. The same command continues one that was interrupted. Default: "
              + "headroom-out/advice-HOSTS-ASIC.")
  private @Nullable Path out;

  @Option(names = "--replace", description = "Delete the search that --out has.")
  private boolean replace;

  @Option(names = "--json", description = "Print advice.json instead of the tables.")
  private boolean json;

  @Option(names = "--quiet", description = "Print only problems.")
  private boolean quiet;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    workers.check();
    time.limitNs();
    try {
      AdvicePlan plan = plan();
      AdviceBasis.of(plan.cluster()); // before a folder is made for what cannot be built
      Path path =
          out == null
              ? Path.of(
                  "headroom-out",
                  OutputName.safe(
                      "advice-%d-%s"
                          .formatted(
                              plan.cluster().hosts(), plan.cluster().chip().model().model())))
              : out;
      OutputPathCheck.folder("--out", path);
      refuseOthers(path);
      try (StudyFolder folder = StudyFolder.take(path)) {
        PrintWriter err = spec.commandLine().getErr();
        if (!folder.problem().isEmpty()) {
          err.println("headroom: " + path + ": " + folder.problem());
        }
        if (replace) {
          folder.delete();
        }
        return advise(plan, folder);
      }
    } catch (AdviceException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    } catch (StudyException e) {
      throw new BadInputException((e.part().equals("runs") ? "--runs: " : "") + e.getMessage(), e);
    }
  }

  /**
   * A folder that no advice was written to is not written to either, unless it is empty, or has
   * only the lock of a command that was killed.
   */
  private static void refuseOthers(Path folder) throws IOException {
    FolderKind.ADVICE.refuseOthers(folder);
    if (!Files.isDirectory(folder)
        || Files.exists(folder.resolve(JSON_FILE))
        || StudyFolder.isOne(folder)) {
      return;
    }
    try (Stream<Path> all = Files.list(folder)) {
      if (all.anyMatch(file -> !FolderLock.isLock(file))) {
        throw new BadInputException(
            "--out " + folder + ": has files of something else; name a new or empty folder");
      }
    }
  }

  private AdvicePlan plan() {
    List<TrafficChoice> traffic = traffic();
    OptionRangeCheck.within("--runs", runs, AdvicePlan.fewestRuns(traffic.size()), MOST_RUNS);
    for (String word : devices) {
      if (!DeviceFiles.words().contains(word)) {
        throw new BadInputException(
            "--devices %s: choose of %s".formatted(word, String.join(", ", DeviceFiles.words())));
      }
    }
    return new AdvicePlan(
        cluster.plan(),
        traffic,
        inOrder,
        DeviceFiles.tables(devices),
        runs,
        seed.value(),
        workers.limit().orElse(LIMIT).toMillis());
  }

  private List<TrafficChoice> traffic() {
    if (workloads.isEmpty()) {
      return TrafficChoice.all();
    }
    List<TrafficChoice> traffic = new ArrayList<>();
    for (String text : workloads) {
      try {
        TrafficChoice choice = TrafficChoice.parse(text);
        if (traffic.stream().anyMatch(each -> each.kind() == choice.kind())) {
          throw new BadInputException("--workload %s: this kind appears twice".formatted(text));
        }
        traffic.add(choice);
      } catch (AdviceException e) {
        throw new BadInputException("--workload " + text + ": " + e.getMessage(), e);
      }
    }
    return traffic;
  }

  private int advise(AdvicePlan plan, StudyFolder folder) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    RunCache cache = caching.open(err);
    boolean isStopped = false;
    FabricAdvice advice;
    try (InterruptHandler interrupt = InterruptHandler.watch();
        TuneProgressLine progress =
            new TuneProgressLine(
                err,
                Terminal.ofError(),
                quiet,
                interrupt::requested,
                System::nanoTime,
                time.limitNs())) {
      AdviceRun run =
          new AdviceRun(plan, folder, VersionProvider.build(), cache, progress, workers.workers());
      try {
        if (!noRuns) {
          run.run();
        }
      } catch (CancellationException e) {
        isStopped = true;
      }
      advice = run.known();
      show(advice, folder);
    }
    CacheArguments.tell(cache, err);
    if (isStopped) {
      err.println(
          "headroom: interrupted; this is what was known, and the same command continues in "
              + folder.path());
      return ExitCodes.INTERRUPTED;
    }
    return ExitCodes.CLEAN;
  }

  /** Writes all files, and prints what was asked for. */
  private void show(FabricAdvice advice, StudyFolder folder) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    List<String> files = new ArrayList<>();
    for (Map.Entry<String, String> each : AdviceScenarios.of(advice).entrySet()) {
      folder.write(each.getKey(), each.getValue());
      files.add(each.getKey());
    }
    DeviceFiles.Written written = DeviceFiles.of(advice, devices);
    for (Map.Entry<String, String> each : written.texts().entrySet()) {
      Path file = folder.path().resolve("devices").resolve(each.getKey());
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicWriter.write(file, each.getValue());
      files.add("devices/" + each.getKey());
    }
    if (!quiet) {
      written.notes().forEach(note -> err.println("headroom: " + note));
      err.flush();
    }
    if (advice.search().result().isPresent()) {
      search(advice.search().result().get(), folder);
      files.add("tune.html");
    }
    String text = AdviceJson.of(advice);
    folder.write(JSON_FILE, text);
    folder.write("advice.md", AdviceMarkdown.of(advice, files));
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      screen.print(text);
    } else if (!quiet) {
      screen.print(AdviceScreen.of(advice, Terminal.ofOutput()));
      screen.println(
          " files in %s: advice.md, advice.json, %s"
              .formatted(folder.path(), String.join(", ", files)));
    }
    screen.flush();
  }

  /** The search's own files, as those of headroom tune. */
  private static void search(StudyResult result, StudyFolder folder) throws IOException {
    folder.write("tune.json", StudyJson.of(result));
    if (result.study().scenario().read(List.of()) instanceof ScenarioReader.Good good) {
      folder.write("tune.html", TunePage.of(result, good.scenario()));
    }
  }
}
