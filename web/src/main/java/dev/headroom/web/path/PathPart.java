package dev.headroom.web.path;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.sim.measure.NicStallCause;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Part of the way from a program's memory to a port of the first switch. */
enum PathPart {
  CPU(
      Set.of(NicStallCause.POSTING, NicStallCause.REGISTRATION, NicStallCause.PAGE_FAULTS),
      List.of(NicKnobs.POSTER, NicKnobs.POST, NicKnobs.POST_LIST, MemoryKnobs.REGISTRATION),
      "cpu.",
      "numa."),
  MEMORY(
      Set.of(NicStallCause.COPIES, NicStallCause.READS, NicStallCause.WRITES),
      List.of(
          PcieKnobs.MEMORY,
          PcieKnobs.SOCKET,
          PcieKnobs.READ_LATENCY,
          PcieKnobs.READ_TAGS,
          PcieKnobs.WRITE_CREDITS,
          PcieKnobs.PAGE),
      "memory.",
      "gpu.memory-errors",
      "gpudirect.",
      "pcie.extended-tags",
      "pcie.relaxed-ordering",
      "pcie.ordering-forced"),
  ROOT(
      Set.of(NicStallCause.PEER, NicStallCause.UPLINK, NicStallCause.IOMMU),
      List.of(
          PcieKnobs.GPU_PATH,
          PcieKnobs.SOCKET_LATENCY,
          PcieKnobs.SOCKET_RATE,
          PcieKnobs.PEER_RATE,
          PcieKnobs.PEER_READ_RATE),
      "pcie.acs",
      "pcie.iommu",
      "pcie.peer-access",
      "pcie.tree-bottleneck"),
  SWITCHES(
      Set.of(),
      List.of(
          PcieKnobs.SWITCHES,
          PcieKnobs.SWITCH_LATENCY,
          PcieKnobs.RETIMERS,
          PcieKnobs.RETIMER_LATENCY),
      "pcie.slot",
      "pcie.payload-mismatch"),
  LINK(
      Set.of(
          NicStallCause.LINK, NicStallCause.STALL, NicStallCause.RETRAINING, NicStallCause.REPLAYS),
      List.of(
          PcieKnobs.GENERATION, PcieKnobs.LANES, PcieKnobs.MAX_PAYLOAD, PcieKnobs.MAX_READ_REQUEST),
      "pcie."),
  NIC(
      Set.of(
          NicStallCause.TRANSLATIONS,
          NicStallCause.TRANSLATION_RATE,
          NicStallCause.CONTEXTS,
          NicStallCause.MESSAGES),
      List.of(
          NicKnobs.MODEL,
          NicKnobs.LATENCY,
          NicKnobs.MESSAGE_RATE,
          NicKnobs.CONTEXTS,
          NicKnobs.TRANSLATIONS,
          NicKnobs.TRANSLATION_RATE),
      "rdma.",
      "gid.",
      "counters.",
      "qos."),
  CABLE(Set.of(), List.of(), "link.", "optics.", "mtu."),
  PORT(
      Set.of(),
      List.of(SwitchKnobs.MODEL, SwitchKnobs.SWITCH_LATENCY, SwitchKnobs.SWITCH_BUFFER),
      "switch.",
      "fabric.");

  @SuppressWarnings("ImmutableEnumChecker") // only ever lists that cannot change
  private final Set<NicStallCause> causes;

  @SuppressWarnings("ImmutableEnumChecker") // only ever lists that cannot change
  private final List<Knob<?>> settings;

  @SuppressWarnings("ImmutableEnumChecker") // only ever lists that cannot change
  private final List<String> rules;

  /**
   * @param causes that are told of this part
   * @param settings of the model that describe it
   * @param rules how ids of rules about it begin
   */
  PathPart(Set<NicStallCause> causes, List<Knob<?>> settings, String... rules) {
    this.causes = causes;
    this.settings = settings;
    this.rules = List.of(rules);
  }

  Set<NicStallCause> causes() {
    return causes;
  }

  List<Knob<?>> settings() {
    return settings;
  }

  /** The part that a rule judges: of several beginnings that fit, the longest counts. */
  static Optional<PathPart> of(String rule) {
    return Arrays.stream(values())
        .filter(part -> part.fits(rule) > 0)
        .max(Comparator.comparingInt(part -> part.fits(rule)));
  }

  private int fits(String rule) {
    return rules.stream().filter(rule::startsWith).mapToInt(String::length).max().orElse(0);
  }
}
