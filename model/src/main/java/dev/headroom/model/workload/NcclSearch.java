package dev.headroom.model.workload;

import dev.headroom.model.collective.PathClass;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.CrossNicSearch;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.machine.SharedMemorySearch;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Machine of a job as NCCL's search finds it, with the job's NCCL settings. */
final class NcclSearch {
  private NcclSearch() {}

  static Machine machine(Settings settings) {
    Machine named = named(settings);
    Machine switched = settings.get(NcclKnobs.NVLS) ? named : named.withoutNvls();
    Machine joined =
        hasPeers(settings) ? switched : SharedMemorySearch.of(switched).orElse(switched);
    Machine crossed = CrossNicSearch.of(joined, crossNic(settings)).orElse(joined);
    Machine reached = GpuDirect.isOn(settings) ? crossed : crossed.throughHosts();
    return settings
        .find(NcclKnobs.PER_MACHINE)
        .map(some -> reached.first(Math.toIntExact(some)))
        .orElse(reached);
  }

  /**
   * Whether messages leave by the NIC next to another GPU: where that is switched on, and GPUs
   * reach each other over NVLink and that one its NIC over no more than PCIe switches, or C2C
   * ({@code ncclTopoComputePaths} of NCCL 2.30.7's src/graph/paths.cc).
   *
   * @param gpus of the whole job
   */
  static boolean usesPxn(Settings settings, int gpus) {
    Machine named = named(settings);
    return Pxn.isOn(settings, gpus)
        && GpuDirect.isOn(settings)
        && hasPeers(settings)
        && SharedMemorySearch.isJoined(named)
        && IntStream.range(0, named.gpus())
            .allMatch(gpu -> named.wayToNic(gpu).compareTo(PathClass.P2C) <= 0);
  }

  /** What is wrong where nobody has asked NCCL what it finds with all that; empty if nothing. */
  static Optional<KnobConflict> check(Settings settings) {
    boolean apart = !hasPeers(settings) && SharedMemorySearch.isJoined(named(settings));
    boolean crosses =
        crossNic(settings) != CrossNicSearch.WHERE_FASTER && named(settings).rails().nics() > 1;
    if (!apart && !crosses) {
      return Optional.empty();
    }
    Knob<?> told = apart ? NcclKnobs.PEER_LEVEL : NcclKnobs.CROSS_NIC;
    return unasked(settings, apart, crosses)
        .map(what ->
            new KnobConflict(
                told.name(),
                "the result of NCCL's search with %s %s is not known"
                    .formatted(settings.print(told).orElse(""), what),
                "leave it out, or a whole machine of %s"
                    .formatted(String.join(", ", known(apart, crossNic(settings))))));
  }

  /** What is wrong where a job switches on what its machines do not have; empty if nothing. */
  static Optional<KnobConflict> absent(Settings settings) {
    Machine named = named(settings);
    if (settings.findSet(NcclKnobs.NVLS).orElse(false) && !named.hasNvls()) {
      return Optional.of(
          new KnobConflict(
              NcclKnobs.NVLS.name(),
              named.name() + " has no reducing NVLink switch",
              "omit it, or use " + withThese(Machine::hasNvls)));
    }
    if (settings.get(NcclKnobs.SHARP) && !named.hasSharp()) {
      return Optional.of(
          new KnobConflict(
              NcclKnobs.SHARP.name(),
              "the result of NCCL's search for reducing switches on %s is not known"
                  .formatted(named.name()),
              "omit it, or use " + withThese(Machine::hasSharp)));
    }
    return Optional.empty();
  }

  private static String withThese(Predicate<Machine> has) {
    return MachineCatalogue.all().stream()
        .filter(has)
        .map(Machine::name)
        .collect(Collectors.joining(", "));
  }

  private static Optional<String> unasked(Settings settings, boolean apart, boolean crosses) {
    Machine named = named(settings);
    if (apart && crosses) {
      return Optional.of("and another " + NcclKnobs.CROSS_NIC.name() + " than 2");
    }
    Optional<Machine> found =
        apart ? SharedMemorySearch.of(named) : CrossNicSearch.of(named, crossNic(settings));
    if (found.isEmpty()) {
      return Optional.of("on " + named.name());
    }
    if (crosses && !settings.find(NcclKnobs.PXN).orElse(true)) {
      return Optional.of("and without PXN");
    }
    if (!GpuDirect.isOn(settings) && !found.get().found().staged().isKnown()) {
      return Optional.of("and without GPUDirect on " + named.name());
    }
    long gpus = named.gpus();
    return settings.find(NcclKnobs.PER_MACHINE).orElse(gpus) == gpus
        ? Optional.empty()
        : Optional.of("on a part of a machine");
  }

  private static List<String> known(boolean apart, int crossNic) {
    return MachineCatalogue.all().stream()
        .filter(each ->
            (apart ? SharedMemorySearch.of(each) : CrossNicSearch.of(each, crossNic)).isPresent())
        .map(Machine::name)
        .toList();
  }

  /** Whether GPUs reach each other over what joins them. */
  private static boolean hasPeers(Settings settings) {
    PathClass joins = named(settings).found().oneMachine().ring().intra();
    return settings
        .find(NcclKnobs.PEER_LEVEL)
        .map(level -> joins.compareTo(level) <= 0)
        .orElse(true);
  }

  private static int crossNic(Settings settings) {
    return Math.toIntExact(settings.get(NcclKnobs.CROSS_NIC));
  }

  private static Machine named(Settings settings) {
    return MachineCatalogue.named(settings.get(NcclKnobs.MACHINE)).orElseThrow();
  }
}
