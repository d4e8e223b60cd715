package dev.headroom.app.command;

import dev.headroom.app.calc.ClusterArguments;
import dev.headroom.app.files.RunFolder;
import dev.headroom.app.json.CollectiveJson;
import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.option.NcclTestsArguments;
import dev.headroom.app.option.NicArguments;
import dev.headroom.app.option.PluginArguments;
import dev.headroom.app.option.SettingArguments;
import dev.headroom.app.option.SizeList;
import dev.headroom.app.option.ThreadArguments;
import dev.headroom.app.plugin.EndlessLoopDetector;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.process.StuckPluginHandler;
import dev.headroom.app.progress.ProgressLine;
import dev.headroom.app.screen.CollectiveScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.TuningModel;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.workload.CalledCollective;
import dev.headroom.model.workload.NcclCollective;
import dev.headroom.model.workload.NcclKnobs;
import dev.headroom.run.ProgressEstimate;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.collective.AlgorithmUsed;
import dev.headroom.run.collective.CollectiveBackend;
import dev.headroom.run.collective.CollectiveResult;
import dev.headroom.run.collective.CollectiveRow;
import dev.headroom.run.collective.CollectiveScenario;
import dev.headroom.run.collective.CollectiveSweep;
import dev.headroom.run.collective.GlooScenario;
import dev.headroom.run.collective.NcclScenario;
import dev.headroom.run.figures.CollectiveFigures;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.CountedNoun;
import dev.headroom.web.report.CollectivePage;
import dev.headroom.web.report.CollectivePicture;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom collective}: a collective at several sizes, as nccl-tests runs it. */
@Command(
    name = "collective",
    description =
        "Simulate a collective of NCCL or Gloo at several sizes, as nccl-tests runs it. The "
            + "network is simulated packet by packet, and NCCL's kernels within machines step by "
            + "step.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom collective all-reduce --cluster dgx-h100 --gpus 64 --sizes 8B..64MiB",
      "  headroom collective all-to-all --cluster dgx-a100 --gpus 16 \\",
      "      --sizes 1MiB..16MiB --json",
      "  headroom collective all-reduce --gpus 16 --sizes 4MiB --algorithm ring \\",
      "      --set transport=uec",
      "  headroom collective all_reduce_perf -b 8 -e 128M -f 2 -g 8",
      "  headroom collective all-reduce --backend gloo --processes 16 --sizes 4MiB"
    })
final class CollectiveCommand implements Callable<Integer> {
  private static final int DEFAULT_PROCESSES = 8;
  private static final String USUAL_SIZES = "8B..64MiB";

  @Parameters(
      paramLabel = "COLLECTIVE",
      description =
          "all-reduce, all-gather, reduce-scatter, broadcast, reduce, all-to-all, send-recv,"
              + " gather or scatter; or the program of nccl-tests, such as all_reduce_perf.")
  private String name = "all-reduce";

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "nccl",
      description =
          "Library: nccl, or gloo. With gloo, one process on each host has the data in host "
              + "memory, and --algorithm is ring, bcube, ring-chunked, halving-doubling, "
              + "binomial-tree, pairwise or direct. Default: nccl.")
  private String backendName = "nccl";

  @Option(
      names = "--gpus",
      paramLabel = "N",
      description = "Total number of GPUs. Default: those of one machine.")
  private @Nullable Integer gpus;

  @Option(
      names = "--processes",
      paramLabel = "N",
      description =
          "Number of Gloo processes, each on a host with one NIC of such a machine. Default: 8.")
  private @Nullable Integer processes;

  @Option(
      names = "--per-machine",
      paramLabel = "N",
      description =
          "Number of GPUs per machine that take part, as with mpirun -N; 1 avoids NVLink. "
              + "Default: all.")
  private @Nullable Integer perMachine;

  @Option(
      names = "--sizes",
      paramLabel = "SIZES",
      description =
          "Sizes: FROM..TO doubles from the first to the last; or one size, or several, "
              + "separated by commas. Default: 8B..64MiB.")
  private @Nullable String sizes;

  @Option(
      names = {"--repeat", "-n", "--iters"},
      paramLabel = "N",
      description =
          "Number of calls per size, one after another, as nccl-tests -n: a GPU starts the "
              + "next call when it has finished one. Default for broadcast, reduce, gather and "
              + "scatter, whose calls overlap: 20, or above 204 MiB the number that moves 4 GiB. "
              + "Default for others: 1.")
  private @Nullable Integer repeat;

  @Mixin private NcclTestsArguments tests = new NcclTestsArguments();
  @Mixin private ClusterArguments cluster = new ClusterArguments();
  @Mixin private NicArguments nics = new NicArguments();
  @Mixin private SettingArguments settings;
  @Mixin private PluginArguments own;
  @Mixin private ThreadArguments threads;
  @Mixin private CacheArguments caching = new CacheArguments();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Write collective.json, a page, collective.html, and a picture, collective.svg, to this "
              + "folder.")
  private @Nullable Path out;

  @Option(names = "--quiet", description = "Print only problems.")
  private boolean quiet;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  /** How many events it has simulated. */
  private long events;

  private RunCache cache = RunCache.none();

  /** GPUs that a thread calls for, as the last scenario had it. */
  private int gpusOfThread = 1;

  @Override
  public Integer call() throws IOException {
    tests.check();
    CollectiveScenario of = scenario();
    Collective collective = of.collective();
    Cluster machines = of.machines();
    List<Long> bytes = sizes();
    List<CollectiveRow> rows = new ArrayList<>();
    cache = caching.open(spec.commandLine().getErr());
    boolean complete = true;
    try (RunFolder folder = out == null ? null : RunFolder.open(out, spec.commandLine().getErr());
        InterruptHandler interrupt = InterruptHandler.watch()) {
      for (long size : bytes) {
        long whole = CollectiveRow.wholeSize(collective, machines.gpus(), size);
        Optional<CollectiveRow> row = measure(of, whole, interrupt);
        if (row.isEmpty()) {
          complete = false;
          break;
        }
        rows.add(row.get());
      }
      CollectiveSweep sweep =
          new CollectiveSweep(
              backend(), collective, machines, tests.sweepRequest(bytes, gpusOfThread), rows);
      if (folder != null) {
        folder.write("collective.json", CollectiveJson.of(sweep));
        folder.write("collective.html", CollectivePage.of(sweep));
        folder.write("collective.svg", CollectivePicture.of(sweep));
      }
      show(sweep, complete || interrupt.requested());
      if (!complete && interrupt.requested()) {
        spec.commandLine()
            .getErr()
            .println(
                "headroom: interrupted after %d of %s"
                    .formatted(rows.size(), CountedNoun.of(bytes.size(), "size")));
      }
      return complete && sweep.isWhole()
          ? ExitCodes.CLEAN
          : interrupt.requested() ? ExitCodes.INTERRUPTED : ExitCodes.FINDINGS;
    }
  }

  /** In bytes, as our option has them or nccl-tests'. */
  private List<Long> sizes() {
    Optional<List<Long>> asNcclTests = tests.sizes();
    if (asNcclTests.isPresent() && sizes != null) {
      throw new BadInputException(
          "--sizes and -b, -e, -f or -i both set the sizes; remove one of them");
    }
    return asNcclTests.orElseGet(() -> SizeList.parse(sizes == null ? USUAL_SIZES : sizes));
  }

  /**
   * At one size: out of place, and in place as well if that differs; empty if a run did not end.
   */
  private Optional<CollectiveRow> measure(
      CollectiveScenario of, long bytes, InterruptHandler interrupt) throws IOException {
    Scenario scenario = scenario(of, bytes);
    RunResult result = simulate(scenario, interrupt);
    if (result.outcome() != RunResult.Outcome.FINISHED) {
      return Optional.empty();
    }
    Optional<CollectiveResult> side = Optional.of(side(scenario, result));
    return switch (of.places()) {
      case ALIKE -> Optional.of(row(of.collective(), bytes, scenario, side, side));
      case OUT_OF_PLACE ->
          Optional.of(row(of.collective(), bytes, scenario, side, Optional.empty()));
      case IN_PLACE -> Optional.of(row(of.collective(), bytes, scenario, Optional.empty(), side));
      case BOTH -> {
        Scenario inPlace = scenario(of.inPlace(), bytes);
        RunResult second = simulate(inPlace, interrupt);
        yield second.outcome() != RunResult.Outcome.FINISHED
            ? Optional.empty()
            : Optional.of(
                row(of.collective(), bytes, scenario, side, Optional.of(side(inPlace, second))));
      }
    };
  }

  private void show(CollectiveSweep sweep, boolean complete) {
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      screen.print(CollectiveJson.of(sweep));
    } else if (!quiet) {
      screen.print(CollectiveScreen.of(sweep));
    }
    screen.flush();
    PrintWriter err = spec.commandLine().getErr();
    if (!quiet) {
      CacheArguments.tell(cache, err);
    }
    if (!sweep.isWhole()) {
      err.println(
          "headroom: packet and byte counts of a run do not balance, so data may be missing; "
              + "headroom sim shows details");
      err.flush();
    }
    if (!complete) {
      err.println(
          "headroom: after %d of the sizes, a run did not finish; headroom sim shows why"
              .formatted(sweep.rows().size()));
      err.flush();
    }
  }

  private Scenario scenario(CollectiveScenario of, long bytes) throws IOException {
    try {
      return own.applyTo(of.at(bytes));
    } catch (BadInputException e) {
      throw new BadInputException(own.withOptionName(String.valueOf(e.getMessage())), e);
    }
  }

  private CollectiveScenario scenario() {
    try {
      Collective collective =
          ClusterArguments.word(
              "COLLECTIVE",
              name,
              Collective.named(name).or(() -> NcclTestsArguments.program(name)),
              Collective.words());
      return switch (backend()) {
        case NCCL -> nccl(collective);
        case GLOO -> gloo(collective);
      };
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  private CollectiveBackend backend() {
    return ClusterArguments.word(
        "--backend", backendName, CollectiveBackend.named(backendName), CollectiveBackend.words());
  }

  private NcclScenario nccl(Collective collective) {
    if (processes != null) {
      throw new BadInputException(
          "--processes: NCCL's ranks are GPUs; use --gpus, or --backend gloo");
    }
    Machine machine = part(cluster.machine());
    return new NcclScenario(
        collective,
        cluster.by(machines(machine)),
        nics.of(machine).map(each -> each.railRate(machine)).orElse(machine.rails().nicRate()),
        Optional.ofNullable(perMachine),
        cluster.algorithm(),
        cluster.protocol(),
        Optional.ofNullable(repeat),
        tests.gpusPerThread(),
        own.before(settings.sets()));
  }

  private GlooScenario gloo(Collective collective) {
    boolean aboutGpus = gpus != null || perMachine != null || repeat != null || tests.isOfGpus();
    if (nics.isGiven()) {
      throw new BadInputException(
          "--nics: with --backend gloo each host has one NIC; --set fabric.links.rate=200Gbps "
              + "changes its rate");
    }
    if (aboutGpus || cluster.sharp() || cluster.protocol().isPresent()) {
      throw new BadInputException(
          "--backend gloo: Gloo runs processes on hosts, so --gpus, --per-machine, "
              + "--protocol, --repeat and --sharp do not apply; --processes sets their number");
    }
    int hosts = processes == null ? DEFAULT_PROCESSES : processes;
    if (hosts < 2) {
      throw new BadInputException(
          "--processes: %d is too few for a collective; use 2 or more".formatted(hosts));
    }
    return new GlooScenario(
        collective,
        new Cluster(cluster.machine().first(1), hosts, false),
        cluster.algorithmWord(),
        own.before(settings.sets()));
  }

  private Machine part(Machine machine) {
    Integer some = perMachine;
    if (some == null) {
      return machine;
    }
    if (some < 1 || some > machine.gpus()) {
      throw new BadInputException(
          "--per-machine: %s has %d GPUs; use 1 to %d of them"
              .formatted(machine.name(), machine.gpus(), machine.gpus()));
    }
    return machine.first(some);
  }

  private Cluster machines(Machine machine) {
    try {
      int all = tests.gpus(machine, gpus).orElse(gpus == null ? machine.gpus() : gpus);
      return Cluster.ofGpus(machine, all, cluster.sharp());
    } catch (IllegalArgumentException e) {
      throw new BadInputException("--gpus: " + e.getMessage(), e);
    }
  }

  private RunResult simulate(Scenario scenario, InterruptHandler interrupt) {
    PrintWriter err = spec.commandLine().getErr();
    try (EndlessLoopDetector watch =
            EndlessLoopDetector.watch(
                PluginArguments.usedBy(scenario), new StuckPluginHandler(err));
        ProgressLine line =
            new ProgressLine(
                err,
                Terminal.ofError(),
                ProgressEstimate.of(scenario),
                interrupt::requested,
                System::nanoTime)) {
      ProgressListener progress = quiet ? (a, b, c) -> !interrupt.requested() : line;
      RunOptions options = new RunOptions(threads.threads(), false).coldAfter(events);
      long made = cache.use().made();
      RunResult result =
          cache
              .run(ScenarioRun.of(scenario).with(options), RunListener.of(watch.watch(progress)))
              .result();
      events += cache.use().made() > made ? result.counts().events() : 0;
      return result;
    } catch (UnrunnableScenarioException e) {
      throw new BadInputException(
          e.getMessage() == null ? "the scenario cannot be run" : e.getMessage(), e);
    }
  }

  private static CollectiveResult side(Scenario scenario, RunResult result) {
    return new CollectiveResult(
        CollectiveFigures.of(scenario, result).orElseThrow().timePs(),
        result.imbalances().isEmpty(),
        result.counts().dataPackets());
  }

  private CollectiveRow row(
      Collective collective,
      long bytes,
      Scenario scenario,
      Optional<CollectiveResult> outOfPlace,
      Optional<CollectiveResult> inPlace) {
    boolean isNccl = backend() == CollectiveBackend.NCCL;
    if (isNccl) {
      gpusOfThread =
          Math.toIntExact(scenario.flows().recipe().parameters().get(NcclKnobs.GPUS_PER_THREAD));
    }
    CalledCollective called = CalledCollective.of(scenario.flows()).orElseThrow();
    Optional<AlgorithmUsed> ran =
        isNccl
            ? NcclCollective.choiceOf(scenario.flows()).map(AlgorithmUsed::of)
            : Optional.of(AlgorithmUsed.of(called));
    Optional<AlgorithmUsed> own =
        isNccl
            ? TuningModel.of(cluster(scenario).communicator()).choices(collective, bytes).stream()
                .findFirst()
                .map(AlgorithmUsed::of)
            : Optional.empty();
    return new CollectiveRow(bytes, called.times(), outOfPlace, inPlace, ran, own);
  }

  /** The machines as they ran: settings may have taken GPUDirect from them. */
  private static Cluster cluster(Scenario scenario) {
    return scenario.flows().schedules().getFirst().flows().layout().cluster();
  }
}
