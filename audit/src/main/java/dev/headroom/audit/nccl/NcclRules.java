package dev.headroom.audit.nccl;

import dev.headroom.audit.Rule;
import dev.headroom.audit.benchmark.BandwidthCollapse;
import dev.headroom.audit.benchmark.BandwidthPlateau;
import dev.headroom.audit.benchmark.PerftestFailure;
import dev.headroom.audit.benchmark.WrongResults;
import dev.headroom.audit.rulefile.RuleFile;
import java.util.List;
import java.util.stream.Stream;

/** All rules about jobs. */
public final class NcclRules {
  private NcclRules() {}

  public static List<Rule> all() {
    List<Rule> known =
        Stream.of(
                transports(),
                lines("log.yaml"),
                lines("transfers.yaml"),
                lines("bootstrap.yaml"),
                lines("efa.yaml"),
                lines("ucx.yaml"))
            .flatMap(List::stream)
            .toList();
    return Stream.concat(
            known.stream(), Stream.of(new UnknownWarning(known), new UnknownMessages(known)))
        .toList();
  }

  /** The same rules, of which those about unknown messages know more of them. */
  public static List<Rule> withKnownRules(List<Rule> rules, List<Rule> more) {
    return rules.stream().map(rule -> withKnownRules(rule, more)).toList();
  }

  private static Rule withKnownRules(Rule rule, List<Rule> more) {
    return switch (rule) {
      case UnknownWarning warnings -> warnings.withKnownRules(more);
      case UnknownMessages messages -> messages.withKnownRules(more);
      default -> rule;
    };
  }

  private static List<Rule> lines(String file) {
    return RuleFile.builtIn(NcclRules.class, file, JobLogRule.KIND);
  }

  private static List<Rule> transports() {
    return List.of(
        new SocketTransport(),
        new LibfabricOverTcp(),
        new BootstrapReach(),
        new WithoutGpuDirect(),
        new HcaSetMismatch(),
        new UnusedNics(),
        new MixedLinkLayers(),
        new RdmaSetupFailure(),
        new FailedRegistration(),
        new QueuePairMtu(),
        new BondedHca(),
        new VersionMismatch(),
        new NetworksDiffer(),
        new CollectiveTimeout(),
        new WaitingGpus(),
        RasRule.missing(),
        RasRule.errors(),
        RasRule.mismatches(),
        new InspectorRecords(),
        new PluginIgnoresVariables(),
        new BandwidthCollapse(),
        new BandwidthPlateau(),
        new WrongResults(),
        new PerftestFailure());
  }
}
