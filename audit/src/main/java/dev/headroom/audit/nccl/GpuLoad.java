package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.ValueParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * Load of a GPU as one tool reports it.
 *
 * @param gpu its number
 * @param utilization percent of the time in which a kernel ran
 * @param power W
 * @param limit of the power, W; empty if the tool does not tell
 * @param pcieMegabytes over PCIe in a second, both directions; empty if the tool does not tell
 * @param evidence the line with the utilization
 */
record GpuLoad(
    String gpu,
    double utilization,
    double power,
    OptionalDouble limit,
    OptionalDouble pcieMegabytes,
    Evidence evidence) {
  private static final double BUSY = 98;
  private static final double IDLE = 5;

  /** Of the limit: a kernel that computes takes more than half, one that waits about a sixth. */
  private static final double LOW_SHARE = 0.35;

  /** Where no limit is known, W: below any server GPU at work. */
  private static final double LOW = 150;

  /** Above, data moves; MB/s. */
  private static final double MOVING = 100;

  private static final double BYTES = 1e6;

  /**
   * Keys of one tool.
   *
   * @param pcie keys of both directions
   * @param unit bytes in one of the tool's units of PCIe throughput
   */
  private record Tool(
      Pattern utilization, Pattern power, Pattern limit, Pattern pcie, double unit) {
    static Tool of(String utilization, String power, String limit, String pcie, double unit) {
      return new Tool(
          Pattern.compile(utilization),
          Pattern.compile(power),
          Pattern.compile(limit),
          Pattern.compile(pcie),
          unit);
    }
  }

  private static final List<Tool> TOOLS =
      List.of(
          Tool.of("dmon\\.sm", "dmon\\.pwr", "(?!)", "dmon\\.(?:rx|tx)pci", BYTES),
          Tool.of(
              "nvidia-smi\\.query\\.utilization-gpu.*",
              "nvidia-smi\\.query\\.power-draw(?!.*(?:average|instant)).*",
              "nvidia-smi\\.query\\.(?:enforced-)?power-limit.*",
              "(?!)",
              1),
          Tool.of("smi\\.utilization", "smi\\.power", "smi\\.power-limit", "(?!)", 1),
          Tool.of(
              "utilization\\.gpu",
              "(?:gpu-)?power-readings\\.(?:average-|instantaneous-)?power-draw",
              "(?:gpu-)?power-readings\\.(?:current-)?power-limit",
              "pci\\.(?:rx|tx)-throughput",
              1000),
          Tool.of(
              "dcgm\\.DCGM_FI_DEV_GPU_UTIL",
              "dcgm\\.DCGM_FI_DEV_POWER_USAGE",
              "dcgm\\.DCGM_FI_DEV_(?:ENFORCED_)?POWER_(?:MGMT_)?LIMIT",
              "dcgm\\.DCGM_FI_PROF_PCIE_(?:RX|TX)_BYTES",
              1));

  /** What each sample of the first tool that tells says; none where no tool does. */
  static List<GpuLoad> of(FactSet facts, Subject gpu) {
    List<String> keys = facts.firstFactsOf(gpu).stream().map(Fact::key).distinct().toList();
    for (Tool tool : TOOLS) {
      List<Fact> busy = samples(facts, gpu, keys, tool.utilization());
      List<Fact> power = samples(facts, gpu, keys, tool.power());
      int count = Math.min(busy.size(), power.size());
      if (count > 0) {
        OptionalDouble limit =
            samples(facts, gpu, keys, tool.limit()).stream()
                .flatMapToDouble(fact -> value(fact).stream())
                .findFirst();
        OptionalDouble pcie = throughput(facts, gpu, keys, tool);
        List<GpuLoad> loads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          OptionalDouble of = value(busy.get(i));
          OptionalDouble watts = value(power.get(i));
          if (of.isPresent() && watts.isPresent()) {
            loads.add(
                new GpuLoad(
                    gpu.name(),
                    of.getAsDouble(),
                    watts.getAsDouble(),
                    limit,
                    pcie,
                    busy.get(i).evidence()));
          }
        }
        return loads;
      }
    }
    return List.of();
  }

  /** The largest of all samples: one that moves data is enough to tell that the GPU works. */
  private static OptionalDouble throughput(
      FactSet facts, Subject gpu, List<String> keys, Tool tool) {
    OptionalDouble most =
        samples(facts, gpu, keys, tool.pcie()).stream()
            .flatMapToDouble(fact -> value(fact).stream())
            .max();
    return most.isPresent()
        ? OptionalDouble.of(most.getAsDouble() * tool.unit() / BYTES)
        : OptionalDouble.empty();
  }

  private static List<Fact> samples(FactSet facts, Subject gpu, List<String> keys, Pattern wanted) {
    return keys.stream()
        .filter(key -> wanted.matcher(key).matches())
        .flatMap(key -> facts.all(gpu, key).stream())
        .toList();
  }

  private static OptionalDouble value(Fact fact) {
    Optional<Double> value =
        ValueParser.decimal(fact.value().strip().replaceFirst("\\s*(?:%|W|KB/s)$", ""));
    return value.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
  }

  /** Whether a kernel runs all the time and does next to nothing, as one that waits for a peer. */
  boolean isWaiting() {
    return utilization >= BUSY && isLow() && pcieMegabytes.orElse(0) < MOVING;
  }

  /** Whether it waits, and PCIe was measured too. */
  boolean isStill() {
    return isWaiting() && pcieMegabytes.isPresent();
  }

  /** Whether no kernel runs. */
  boolean isIdle() {
    return utilization <= IDLE;
  }

  private boolean isLow() {
    return limit.isPresent() ? power < LOW_SHARE * limit.getAsDouble() : power < LOW;
  }
}
