package dev.headroom.model.workload;

import dev.headroom.model.collective.PathClass;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Check whether NICs reach the memory of a job's GPUs: GPUDirect is on, and no path exceeds the
 * allowed level ({@code ncclTopoCheckGdr} of NCCL 2.30.7's src/graph/paths.cc).
 */
public final class GpuDirect {
  private GpuDirect() {}

  /**
   * What a job makes of it, and by which of its settings, as text: {@code workload.gpuDirect true}.
   *
   * @param isOn whether NICs reach the memory of GPUs
   */
  public record Told(boolean isOn, String setting) {}

  /** What a job says of it whose workload is NCCL's. */
  static Told configured(Settings settings) {
    boolean on = isOn(settings);
    Knob<?> by =
        on || !settings.get(NcclKnobs.GPU_DIRECT)
            ? NcclKnobs.GPU_DIRECT
            : NcclKnobs.GPU_DIRECT_LEVEL;
    return new Told(on, "%s %s".formatted(by.name(), settings.print(by).orElseThrow()));
  }

  static boolean isOn(Settings settings) {
    Optional<PathClass> level = settings.find(NcclKnobs.GPU_DIRECT_LEVEL);
    return settings.get(NcclKnobs.GPU_DIRECT)
        && level.map(each -> near(settings, each) == gpus(settings)).orElse(true);
  }

  /** What is wrong where only some of a machine's GPUs are near enough. */
  static Optional<KnobConflict> check(Settings settings) {
    return settings
        .find(NcclKnobs.GPU_DIRECT_LEVEL)
        .filter(level -> near(settings, level) > 0 && near(settings, level) < gpus(settings))
        .map(level ->
            new KnobConflict(
                NcclKnobs.GPU_DIRECT_LEVEL.name(),
                "at %s NICs reach %d of the %d GPUs of %s; the model supports all or none"
                    .formatted(
                        level,
                        near(settings, level),
                        gpus(settings),
                        settings.get(NcclKnobs.MACHINE)),
                "SYS for all, PXB for none, or workload.perMachine"));
  }

  private static long near(Settings settings, PathClass level) {
    Machine machine = machine(settings);
    return IntStream.range(0, gpus(settings))
        .filter(gpu -> machine.wayToNic(gpu).compareTo(level) <= 0)
        .count();
  }

  private static int gpus(Settings settings) {
    int all = machine(settings).gpus();
    long some = settings.find(NcclKnobs.PER_MACHINE).orElse((long) all);
    return (int) Math.min(all, some);
  }

  private static Machine machine(Settings settings) {
    return MachineCatalogue.named(settings.get(NcclKnobs.MACHINE)).orElseThrow();
  }
}
