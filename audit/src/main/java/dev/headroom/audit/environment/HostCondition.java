package dev.headroom.audit.environment;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.function.Predicate;

/** Condition of a host under which a rule does not apply. */
public enum HostCondition {
  /** The kernel says that it passes DMA through untranslated. */
  DMA_PASSES_THROUGH(HostCondition::passesThrough),
  /** Ranks say that they took a network that is not NCCL's own, as that of a cloud. */
  PLUGIN_NETWORK(HostCondition::hasPlugin),
  /** The job has variables of Google's plugin GPUDirect-TCPXO, whose profile sets NCCL's too. */
  PROFILE_OF_TCPXO(HostCondition::hasTcpxoProfile),
  /** The library is RCCL. */
  RCCL(RcclJobs::usesRccl),
  /** The job has one rank on each node, as NCCL counts them. */
  ONE_RANK_PER_NODE(HostCondition::hasOneRankPerNode),
  /** NVLink joins each two GPUs of the host. */
  NVLINK_JOINS_ALL(HostCondition::isJoinedByNvlink);

  private static final String TCPXO = "NCCL_FASTRAK_";

  @SuppressWarnings("ImmutableEnumChecker") // only ever methods without a state
  private final Predicate<HostFacts> holds;

  HostCondition(Predicate<HostFacts> holds) {
    this.holds = holds;
  }

  boolean holds(HostFacts host) {
    return holds.test(host);
  }

  private static boolean hasOneRankPerNode(HostFacts host) {
    List<String> lines =
        host.facts().subjects(SubjectKind.RANK).stream()
            .flatMap(rank -> host.facts().all(rank, NcclKeys.INFO).stream())
            .map(Fact::value)
            .filter(line -> line.contains(" localRanks "))
            .toList();
    return !lines.isEmpty() && lines.stream().allMatch(line -> line.contains(" localRanks 1 "));
  }

  private static boolean isJoinedByNvlink(HostFacts host) {
    List<String> paths =
        host.facts().subjects(SubjectKind.PAIR).stream()
            .filter(pair -> pair.name().matches("GPU\\d+ GPU\\d+"))
            .flatMap(pair -> host.facts().all(pair, "path").stream())
            .map(Fact::value)
            .filter(path -> !path.strip().equals("X"))
            .toList();
    return !paths.isEmpty() && paths.stream().allMatch(path -> path.strip().startsWith("NV"));
  }

  private static boolean hasTcpxoProfile(HostFacts host) {
    return host.facts().subjects(SubjectKind.ENV).stream()
        .anyMatch(variable -> variable.name().startsWith(TCPXO));
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
