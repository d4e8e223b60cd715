package dev.headroom.app.command;

import dev.headroom.app.calc.QuantityConverter;
import dev.headroom.app.json.LatencyJson;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.screen.LatencyScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.latency.GpuRoute;
import dev.headroom.model.latency.LatencyPoster;
import dev.headroom.model.latency.LatencyStack;
import dev.headroom.model.latency.LatencyWaterfall;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.text.BadInputException;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code headroom latency}: latency components of a small message between two GPUs. */
@Command(
    name = "latency",
    description =
        "Break down the latency of a small message between GPUs of two hosts. The variants: "
            + "TCP, RDMA through host memory, RDMA with GPUDirect and InfiniBand with GPUDirect.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom latency",
      "  headroom latency --size 4096B --switches 3 --json",
      "  headroom latency --posted-by gpu"
    })
final class LatencyCommand implements Callable<Integer> {
  private static final int MAX_PAYLOAD = 256;
  private static final int MAX_READ_REQUEST = 512;

  @Option(
      names = "--size",
      defaultValue = "8B",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Message size, 1B to 4096B. Default: 8B.")
  private Size size = Size.ZERO;

  @Option(
      names = "--rate",
      defaultValue = "400Gbps",
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Rate of all links. Default: 400Gbps.")
  private Rate rate = new Rate(0);

  @Option(
      names = "--switches",
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of switches on the path, 0 to 9. Default: 1.")
  private int switches;

  @Option(
      names = "--cable",
      defaultValue = "10m",
      converter = QuantityConverter.OfLength.class,
      paramLabel = "LENGTH",
      description = "Length of each cable. Default: 10m.")
  private Length cable = new Length(0);

  @Option(
      names = "--switch-latency",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Latency of each switch. Default: that of fabric.switches.latency, 300ns.")
  private @Nullable Time switchLatency;

  @Option(
      names = "--pcie-gen",
      defaultValue = "5",
      paramLabel = "N",
      description = "PCIe generation, x16. Default: 5.")
  private int generation;

  @Option(
      names = "--posted-by",
      paramLabel = "WHO",
      description = {
        "Component that posts the request; shows only the paths with GPUDirect: cpu, proxy",
        "(a CPU thread on request of a GPU), gpu (GPUDirect Async)."
      })
  private @Nullable String poster;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    GpuRoute route = route();
    Optional<LatencyPoster> by = Optional.ofNullable(poster).map(LatencyCommand::poster);
    List<LatencyWaterfall> waterfalls =
        by.map(who ->
                Stream.of(LatencyStack.RDMA_GPUDIRECT, LatencyStack.INFINIBAND_GPUDIRECT)
                    .map(stack -> LatencyWaterfall.of(stack, route, who)))
            .orElseGet(() ->
                Arrays.stream(LatencyStack.values())
                    .map(stack -> LatencyWaterfall.of(stack, route)))
            .toList();
    spec.commandLine()
        .getOut()
        .print(
            json
                ? LatencyJson.of(route, by, waterfalls)
                : LatencyScreen.of(waterfalls, Terminal.ofOutput()));
    return ExitCodes.CLEAN;
  }

  private static LatencyPoster poster(String name) {
    return LatencyPoster.named(name)
        .orElseThrow(() ->
            new BadInputException("--posted-by is '" + name + "'; it must be cpu, proxy or gpu"));
  }

  private GpuRoute route() {
    try {
      return new GpuRoute(
          size,
          rate,
          switches,
          cable,
          switchLatency == null
              ? SwitchKnobs.SWITCH_LATENCY.fallback().orElseThrow()
              : switchLatency,
          PcieLink.of(PcieGeneration.of(generation), 16, MAX_PAYLOAD, MAX_READ_REQUEST));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }
}
