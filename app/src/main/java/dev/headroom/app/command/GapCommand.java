package dev.headroom.app.command;

import dev.headroom.app.calc.ClusterArguments;
import dev.headroom.app.files.RunFolder;
import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.option.NicArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.progress.GapProgressLine;
import dev.headroom.app.screen.GapScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.document.GapJson;
import dev.headroom.audit.gap.Gap;
import dev.headroom.audit.gap.GapModel;
import dev.headroom.audit.gap.NcclTestsTable;
import dev.headroom.audit.hosts.AuditedHosts;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.scenario.ScenarioWriter;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.cache.RunCache;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.unit.CountedNoun;
import dev.headroom.web.report.GapPage;
import dev.headroom.web.report.GapPicture;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command {@code headroom gap}: causes of the difference between a collective's measured and
 * expected bandwidth.
 */
@Command(
    name = "gap",
    description =
        "Compare nccl-tests results with a model of the machines, as found and with each "
            + "finding fixed. The result is the missing bandwidth and its causes.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom gap all_reduce.txt",
      "  headroom gap all_reduce.txt nccl.log node7.tar.zst node8.tar.zst",
      "  headroom gap slurm-4711.out bundles/ --cluster hgx-b200 --out gap/"
    })
final class GapCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description =
          "Output of nccl-tests, and data of the job and its hosts: its log, bundles, hosts' "
              + "folders or files, as for headroom audit.")
  private List<Path> paths = List.of();

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description =
          "Machines: dgx-a100, dgx-h100, hgx-b200, gb200-nvl72, cloud-vm, two-socket, "
              + "sd665n-h100 or mi300x. Default: derived from the GPUs in the table.")
  private @Nullable String cluster;

  @Option(
      names = "--collective",
      paramLabel = "NAME",
      description = "Collective, if neither the table nor its file name has it.")
  private @Nullable String collective;

  @Option(
      names = "--gpus",
      paramLabel = "N",
      description = "Total number of GPUs, if no list of ranks is above the table.")
  private @Nullable Integer gpus;

  @Option(
      names = "--per-machine",
      paramLabel = "N",
      description = "Number of GPUs per machine that took part, in the same case. Default: all.")
  private @Nullable Integer perMachine;

  @Mixin private NicArguments nics = new NicArguments();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Write gap.json, a page, gap.html, a picture, gap.svg, and both scenarios, found.yaml "
              + "and fixed.yaml, to this folder.")
  private @Nullable Path out;

  @Mixin private CacheArguments caching = new CacheArguments();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    List<HostFacts> hosts = new AuditInputs().read(paths);
    NcclTestsTable benchmark =
        NcclTestsTable.of(hosts)
            .orElseThrow(() ->
                new BadInputException(
                    NcclTestsTable.tables(hosts) > 0
                        ? "every bus bandwidth in the table is 0, as with a single GPU: run the "
                            + "test with more than one GPU (-g 8, or one process per GPU)"
                        : "the inputs have no table of nccl-tests: save the output of "
                            + "all_reduce_perf -b 8M -e 8G -f 2 in a file and pass it too"));
    check(benchmark);
    which(benchmark, NcclTestsTable.tables(hosts));
    uneven(benchmark);
    try (RunFolder folder = out == null ? null : RunFolder.open(out, spec.commandLine().getErr());
        InterruptHandler interrupt = InterruptHandler.watch()) {
      GapModel model = model(benchmark, hosts);
      Gap gap = gap(model, interrupt);
      if (folder != null) {
        folder.write("gap.json", GapJson.of(gap));
        folder.write("gap.html", GapPage.of(gap));
        folder.write("gap.svg", GapPicture.of(gap));
        folder.write("found.yaml", ScenarioWriter.write(model.found(gap)));
        folder.write("fixed.yaml", ScenarioWriter.write(model.fixed(gap)));
      }
      show(gap);
      if (!gap.extent().isComplete()) {
        return interrupted(gap);
      }
      return gap.verdict() == Gap.Verdict.NOTHING_MISSING ? ExitCodes.CLEAN : ExitCodes.FINDINGS;
    } catch (GapModel.StoppedException e) {
      spec.commandLine()
          .getErr()
          .println("headroom: interrupted before the first size was simulated");
      return ExitCodes.INTERRUPTED;
    } catch (UnrunnableScenarioException | IllegalArgumentException e) {
      throw new BadInputException(
          "these machines do not form a valid scenario: " + e.getMessage(), e);
    }
  }

  /** All that neither the table nor the user says, at once. */
  private void check(NcclTestsTable benchmark) {
    List<String> unsaid = new ArrayList<>();
    if (collective == null && benchmark.collective().isEmpty()) {
      unsaid.add(
          "the collective of this table is unknown: set --collective all-reduce, or another of "
              + String.join(", ", Collective.words()));
    }
    if (gpus == null && benchmark.gpus() == 0) {
      unsaid.add(
          "no list of ranks is above the table: set the number of GPUs with --gpus"
              + counted(benchmark));
    }
    if (cluster == null && benchmark.machine().isEmpty()) {
      unsaid.add(
          "%s: set the most similar machine with --cluster, one of %s"
              .formatted(
                  benchmark.gpu().isEmpty()
                      ? "no input shows the GPUs of this test"
                      : "no known machine has the GPU '" + benchmark.gpu() + "'",
                  String.join(", ", MachineCatalogue.names())));
    }
    if (!unsaid.isEmpty()) {
      throw new BadInputException(String.join("; ", unsaid));
    }
  }

  /** What the table lets one reckon, where it is known which collective it is of. */
  private String counted(NcclTestsTable benchmark) {
    return Optional.ofNullable(collective)
        .flatMap(Collective::named)
        .or(benchmark::collective)
        .map(benchmark::counted)
        .filter(OptionalInt::isPresent)
        .map(ranks -> " (%d, by its bus bandwidth)".formatted(ranks.getAsInt()))
        .orElse("");
  }

  /** Of several tables one is taken, and a reader may have meant another. */
  private void which(NcclTestsTable benchmark, int tables) {
    if (tables > 1) {
      Evidence last = benchmark.points().getLast().evidence();
      spec.commandLine()
          .getErr()
          .println(
              ("headroom: of %d tables, using the one that ends at %s:%d (the last one with the "
                      + "largest size); to use another table, put it in a separate file")
                  .formatted(tables, last.source().name(), last.line()));
    }
  }

  /** The model has as many GPUs on each machine, whatever the list of ranks says. */
  private void uneven(NcclTestsTable benchmark) {
    if (!benchmark.isEven() && perMachine == null) {
      spec.commandLine()
          .getErr()
          .println(
              ("headroom: hosts have different numbers of this job's GPUs; the model uses %d for "
                      + "each, or the number set by --per-machine")
                  .formatted(benchmark.perHost()));
    }
  }

  private GapModel model(NcclTestsTable benchmark, List<HostFacts> hosts) {
    try {
      Cluster machines = machines(benchmark);
      return new GapModel(
          benchmark,
          collective(benchmark),
          machines,
          hosts,
          findings(hosts),
          nics.of(machines.machine()));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  private Gap gap(GapModel model, InterruptHandler interrupt) {
    PrintWriter err = spec.commandLine().getErr();
    RunCache cache = caching.open(err);
    Gap gap;
    try (GapProgressLine progress =
        new GapProgressLine(err, Terminal.ofError(), interrupt::requested, System::nanoTime)
            .started()) {
      gap = model.gap(progress, cache);
    }
    CacheArguments.tell(cache, err);
    return gap;
  }

  /** Says what an interrupted report lacks. */
  private int interrupted(Gap gap) {
    Gap.Extent extent = gap.extent();
    spec.commandLine()
        .getErr()
        .printf(
            "headroom: interrupted after %d of %s, and %d of %s%n",
            extent.ran(),
            CountedNoun.of(extent.sizes(), "size"),
            extent.weighed(),
            CountedNoun.of(extent.rules(), "finding"));
    return ExitCodes.INTERRUPTED;
  }

  private void show(Gap gap) {
    PrintWriter screen = spec.commandLine().getOut();
    screen.print(json ? GapJson.of(gap) : GapScreen.of(gap, Terminal.ofOutput()));
    screen.flush();
  }

  private static List<Finding> findings(List<HostFacts> hosts) {
    AuditedHosts audited = new AuditedHosts(RuleCatalogue.all(), Optional.empty(), false);
    hosts.forEach(host -> audited.add(audited.judge(host)));
    return audited.report(Waivers.NONE).findings();
  }

  private Collective collective(NcclTestsTable benchmark) {
    if (collective != null) {
      return ClusterArguments.word(
          "--collective", collective, Collective.named(collective), Collective.words());
    }
    return benchmark.collective().orElseThrow();
  }

  private Cluster machines(NcclTestsTable benchmark) {
    Machine whole = machine(benchmark);
    if (perMachine != null && perMachine < 1) {
      throw new BadInputException(
          "--per-machine %d: at least one GPU of each machine took part".formatted(perMachine));
    }
    int each = perMachine != null ? perMachine : benchmark.perHost();
    int all = gpus != null ? gpus : benchmark.gpus();
    int some = each == 0 || each > whole.gpus() ? whole.gpus() : each;
    // Of a rack that is one machine to NCCL, each host has a few.
    int domains = perMachine == null && whole.isMultiHost() ? Math.ceilDiv(all, whole.gpus()) : 0;
    try {
      return domains > 0 && all % domains == 0
          ? new Cluster(whole.first(all / domains), domains, false)
          : Cluster.ofGpus(whole.first(some), all, false);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(e.getMessage() + "; --cluster, --gpus, --per-machine", e);
    }
  }

  private Machine machine(NcclTestsTable benchmark) {
    if (cluster != null) {
      return ClusterArguments.word(
          "--cluster", cluster, MachineCatalogue.named(cluster), MachineCatalogue.names());
    }
    return benchmark.machine().orElseThrow();
  }
}
