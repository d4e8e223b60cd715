package dev.headroom.audit.cluster;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.NicIdentity;
import java.util.List;

/** NICs of a host under the names that they have in a scenario made from its facts. */
public final class HostNics {
  private HostNics() {}

  /**
   * NIC of a host.
   *
   * @param node its node in a {@link ClusterModel}'s scenario
   * @param nic by all its names
   */
  public record NodeNic(String node, NicIdentity nic) {}

  /** The NICs that do RDMA and are up. */
  public static List<NodeNic> of(HostFacts host) {
    List<NicModel> all = ClusterNodes.withoutTwins(NicModel.of(host));
    return all.stream()
        .map(nic ->
            new NodeNic(
                nodeName(host.name() + "-" + nic.name()),
                NicTuning.identity(host, nic, all.size() == 1)))
        .toList();
  }

  /** A device's name as scenarios can have it. */
  public static String nodeName(String device) {
    return ClusterNodes.word(device);
  }
}
