package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.collective.AlgorithmChoice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.TuningModel;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Calculator {@code headroom calc nccl}: time that NCCL expects a collective to take, with its
 * choice of algorithm and protocol.
 */
@Command(
    name = "nccl",
    description = "Time and choices that NCCL's own model predicts for a collective.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc nccl --collective all-reduce --ranks 64 --size 1GiB",
      "  headroom calc nccl --algorithm ring --ranks 1024 --size 400MB --busbw 800Gbps"
    })
final class NcclCalculator extends Calculator {
  @Option(
      names = "--collective",
      defaultValue = "all-reduce",
      paramLabel = "NAME",
      description =
          "all-reduce, all-gather, reduce-scatter, broadcast or reduce; with --busbw also"
              + " all-to-all and send-recv. Default: all-reduce.")
  private String collective = "all-reduce";

  @Option(
      names = "--ranks",
      defaultValue = "64",
      paramLabel = "N",
      description = "Number of GPUs, 2 or more. Default: 64.")
  private int ranks;

  @Option(
      names = "--size",
      defaultValue = "1GiB",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Size as in nccl-tests: the largest buffer of a rank. Default: 1GiB.")
  private Size size = new Size(1L << 30);

  @Option(
      names = "--busbw",
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Only compute the time at this bus bandwidth, without latency.")
  private @Nullable Rate busbw;

  @Mixin private ClusterArguments cluster = new ClusterArguments();

  @Override
  Calculation calculate() {
    Collective of =
        ClusterArguments.word(
            "--collective", collective, Collective.named(collective), Collective.words());
    if (ranks < 2) {
      throw new IllegalArgumentException("--ranks: %d; it must be 2 or more".formatted(ranks));
    }
    if (size.bytes() < 1) {
      throw new IllegalArgumentException("--size: 0B; it must be 1B or more");
    }
    Calculation calculation =
        Calculation.of(name(), of.word() + " of " + size + " over " + ranks + " GPUs")
            .input("collective", "collective", of.word())
            .input("ranks", "ranks n", ranks)
            .input("size", "size S", size);
    Rate bus = busbw;
    return bus == null ? byModel(calculation, of) : byArithmetic(calculation, of, bus);
  }

  private Calculation byArithmetic(Calculation calculation, Collective of, Rate bus) {
    if (bus.bps() == 0) {
      throw new IllegalArgumentException("--busbw: 0bps; it must be a rate above that");
    }
    double seconds = size.bytes() * 8.0 / bus.bps() * of.busFactor(ranks);
    return timed(
            calculation
                .input("busbw", "bus bandwidth B", bus)
                .formula("t = S / B x " + factor(of) + ", without latency"),
            of,
            seconds)
        .note("A ring reaches this at sizes for which the latency of its steps is negligible.")
        .source("nccl-tests, doc/PERFORMANCE.md");
  }

  private Calculation byModel(Calculation calculation, Collective of) {
    if (!of.isTuned()) {
      throw new IllegalArgumentException(
          "--collective: %s consists of sends and receives, for which %s has no model; use --busbw, or run"
                  .formatted(of.word(), library())
              + " headroom collective "
              + of.word());
    }
    Machine machine = cluster.machine();
    Cluster machines = cluster.by(Cluster.ofGpus(machine, ranks, cluster.sharp()));
    TuningModel model = TuningModel.of(machines.communicator());
    AlgorithmChoice choice =
        model
            .choose(of, size.bytes(), cluster.algorithm(), cluster.protocol())
            .orElseThrow(() -> new IllegalArgumentException(nothing(model, of)));
    AlgorithmChoice own =
        model.choose(of, size.bytes(), Optional.empty(), Optional.empty()).orElse(choice);
    double latency = model.latencyUs(of, choice.algorithm(), choice.protocol());
    double bandwidth = model.algorithmBandwidth(of, choice.algorithm(), choice.protocol());
    return timed(
            calculation
                .input("cluster", "cluster", machines)
                .formula("t = L + S / B")
                .formula("busbw = S / t x " + factor(of)),
            of,
            choice.microseconds() * 1e-6)
        .result("algorithm", "algorithm", choice.algorithm().word())
        .result("protocol", "protocol", choice.protocol().word())
        .seconds("latencySeconds", "latency L", latency * 1e-6)
        .result("modelGBps", "bandwidth B", bandwidth, NumberText.decimal(bandwidth, 1) + " GB/s")
        .result(
            "ncclChooses",
            library() + "'s choice",
            own.algorithm().word() + "/" + own.protocol().word())
        .bytes("channelBufferBytes", "buffers per channel", NcclProtocol.channelBytes())
        .note(
            "B at small and medium sizes, and L of rings over servers, are corrected as in %s, so"
                    .formatted(library())
                + " that t may differ from L + S / B.")
        .source(
            library() == CollectiveLibrary.NCCL
                ? "NCCL %s, src/graph/tuning.cc".formatted(machines.release().word())
                : "ROCm/rccl 9e22c79, src/graph/tuning.cc; src/rccl_wrap.cc")
        .source("nccl-tests, doc/PERFORMANCE.md")
        .source(machine.source());
  }

  private Calculation timed(Calculation calculation, Collective of, double seconds) {
    double algbw = size.bytes() / seconds * 1e-9;
    double bus = algbw * of.busFactor(ranks);
    return calculation
        .seconds("timeSeconds", "time t", seconds)
        .result("algbwGBps", "algbw", algbw, NumberText.decimal(algbw, 2) + " GB/s")
        .result("busbwGBps", "busbw", bus, NumberText.decimal(bus, 2) + " GB/s");
  }

  private String nothing(TuningModel model, Collective of) {
    return "%s has no %s on %d GPUs of %s; it has %s"
        .formatted(
            library(),
            of.word()
                + cluster.algorithm().map(it -> " with algorithm " + it.word()).orElse("")
                + cluster.protocol().map(it -> " with protocol " + it.word()).orElse(""),
            ranks,
            cluster.machine().name(),
            model.choices(of, size.bytes()).stream()
                .map(each -> each.algorithm().word() + "/" + each.protocol().word())
                .collect(Collectors.joining(", ")));
  }

  private CollectiveLibrary library() {
    return cluster.machine().chips().gpu().library();
  }

  private static String factor(Collective of) {
    return switch (of) {
      case ALL_REDUCE -> "2(n-1)/n";
      case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER -> "(n-1)/n";
      case BROADCAST, REDUCE, SEND_RECV -> "1";
    };
  }
}
