package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.function.Predicate;

/** Condition of a host under which a rule does not apply. */
enum HostCondition {
  /** The kernel says that it passes DMA through untranslated. */
  DMA_PASSES_THROUGH(HostCondition::passesThrough),
  /** Ranks say that they took a network that is not NCCL's own, as that of a cloud. */
  PLUGIN_NETWORK(HostCondition::hasPlugin),
  /** The library is RCCL. */
  RCCL(RcclJobs::usesRccl);

  @SuppressWarnings("ImmutableEnumChecker") // only ever methods without a state
  private final Predicate<HostFacts> holds;

  HostCondition(Predicate<HostFacts> holds) {
    this.holds = holds;
  }

  boolean holds(HostFacts host) {
    return holds.test(host);
  }

  private static boolean passesThrough(HostFacts host) {
    return host.facts().subjects(SubjectKind.EVENT).stream()
        .flatMap(event -> host.facts().all(event, "kernel").stream())
        .anyMatch(line -> line.value().contains("Default domain type: Passthrough"));
  }

  private static boolean hasPlugin(HostFacts host) {
    return host.facts().subjects(SubjectKind.RANK).stream()
        .flatMap(rank -> host.facts().all(rank, NcclKeys.NETWORK).stream())
        .anyMatch(network -> !network.value().matches("(IB|Socket)\\b.*"));
  }
}
