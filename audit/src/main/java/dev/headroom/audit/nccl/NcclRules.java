package dev.headroom.audit.nccl;

import dev.headroom.audit.Rule;
import java.util.List;
import java.util.stream.Stream;

/** All rules about jobs. */
public final class NcclRules {
  private NcclRules() {}

  public static List<Rule> all() {
    List<Rule> known =
        Stream.of(
                transports(),
                LogLines.all(),
                TransferLines.all(),
                BootstrapLines.all(),
                EfaLines.all(),
                UcxLines.all(),
                VariableRules.all())
            .flatMap(List::stream)
            .toList();
    return Stream.concat(known.stream(), Stream.of(new UnknownWarning(known))).toList();
  }

  private static List<Rule> transports() {
    return List.of(
        new SocketTransport(),
        new WithoutGpuDirect(),
        new HcaSets(),
        new LeftOutNics(),
        new MixedLinks(),
        new SilentFailure(),
        new QueuePairMtu(),
        new BondedHca(),
        new VersionMismatch(),
        new NetworksDiffer(),
        new CollectiveTimeout(),
        new UnknownVariable(),
        new MissingHca(),
        new MissingUcxDevice(),
        new ListSigns(),
        new Contradiction(),
        new CappedChannels(),
        new CrossedRails(),
        new BandwidthCollapse(),
        new BandwidthPlateau(),
        new WrongResults(),
        new PerftestFailure());
  }
}
