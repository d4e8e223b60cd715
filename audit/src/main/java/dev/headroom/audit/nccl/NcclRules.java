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
                lines("ucx.yaml"),
                RuleFile.builtIn(NcclRules.class, "variables.yaml", VariableRule.KIND))
            .flatMap(List::stream)
            .toList();
    return Stream.concat(known.stream(), Stream.of(new UnknownWarning(known))).toList();
  }

  /** The same rules, of which the one about warnings that no rule knows knows more of them. */
  public static List<Rule> withKnownRules(List<Rule> rules, List<Rule> more) {
    return rules.stream()
        .map(rule -> rule instanceof UnknownWarning unknown ? unknown.withKnownRules(more) : rule)
        .toList();
  }

  private static List<Rule> lines(String file) {
    return RuleFile.builtIn(NcclRules.class, file, JobLogRule.KIND);
  }

  private static List<Rule> transports() {
    return List.of(
        new SocketTransport(),
        new WithoutGpuDirect(),
        new HcaSetMismatch(),
        new UnusedNics(),
        new MixedLinkLayers(),
        new RdmaSetupFailure(),
        new QueuePairMtu(),
        new BondedHca(),
        new VersionMismatch(),
        new NetworksDiffer(),
        new CollectiveTimeout(),
        new UnknownVariable(),
        new MissingHca(),
        new MissingUcxDevice(),
        new MisplacedListPrefix(),
        new ConflictingVariables(),
        new CappedChannels(),
        new CrossedRails(),
        new BandwidthCollapse(),
        new BandwidthPlateau(),
        new WrongResults(),
        new PerftestFailure());
  }
}
