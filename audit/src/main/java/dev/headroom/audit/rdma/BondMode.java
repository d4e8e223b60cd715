package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.Bond;
import dev.headroom.formats.host.HcaList;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.List;
import java.util.Set;

/**
 * Rule that reports a bond under RDMA whose mode leaves ports idle. A bond for other traffic may be
 * of any mode, and that its ports have RDMA devices does not say that anybody uses these.
 */
final class BondMode extends HostRule {
  /** NICs spread queue pairs over ports in these, by the kernel's NETDEV_LAG_TX_TYPE_HASH. */
  private static final Set<String> SPREAD = Set.of("802.3ad", "balance-xor");

  BondMode() {
    super(
        RuleInfo.warning("link.bond-mode")
            .title("bonds that carry RDMA use all of their ports")
            .inputs(BondDegraded.BONDS)
            .cause(
                "In active-backup mode one port of a bond carries all traffic, including RDMA, "
                    + "and the others are idle. Besides, NICs support only modes that spread by "
                    + "hash (802.3ad, balance-xor). In other modes RDMA is not bonded and stays "
                    + "on one port.")
            .modes(31)
            .source(
                "Linux drivers/net/ethernet/mellanox/mlx5/core/lag, Documentation/networking/bonding; NVIDIA/nccl#2136"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Bond> bonds = host.bonds();
    if (bonds.isEmpty()) {
      to.missingInput(host.name(), BondDegraded.BONDS);
      return;
    }
    Set<String> used = host.nccl().devices();
    HcaList told = HcaList.of(host.environment("NCCL_IB_HCA").orElse(""));
    for (Bond bond : bonds) {
      List<RdmaPort> over = host.rdmaPorts().stream().filter(port -> isOver(port, bond)).toList();
      boolean spreads = bond.mode().matches(SPREAD::contains);
      if (spreads || (over.isEmpty() && !host.rdmaPorts().isEmpty())) {
        to.pass();
        continue;
      }
      boolean isUsed =
          over.stream()
              .anyMatch(port ->
                  isBonds(port, bond)
                      || used.contains(port.device())
                      || told.namesExactly(port.device()));
      to.finding(
              host.name(),
              bond.name(),
              (bond.mode().equalTo("active-backup")
                      ? "its mode is active-backup: all but one of its ports are idle"
                      : "its mode is %s; NICs do not bond RDMA in this mode"
                          .formatted(bond.mode().get()))
                  + (isUsed ? "" : ", if the bond carries RDMA"))
          .severity(isUsed ? Severity.WARNING : Severity.INFO)
          .addEvidence(bond.mode().findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "remove the bond and give each port its own address and rail, or set mode "
                      + "802.3ad with xmit_hash_policy layer3+4 on the host and LACP on the "
                      + "switch"))
          .report();
    }
  }

  /**
   * Whether its interface is the bond or one of its ports: such a device is there whether or not
   * anybody uses it. One of a bond that does not name its interface may be of any.
   */
  private static boolean isOver(RdmaPort port, Bond bond) {
    return port.netdev().isReported()
        ? port.netdev()
            .matches(netdev ->
                netdev.equals(bond.name())
                    || bond.ports().stream().anyMatch(each -> each.name().equals(netdev)))
        : port.device().contains("bond");
  }

  /** Whether the NIC made one device of the ports, which drivers call mlx5_bond_0 and the like. */
  private static boolean isBonds(RdmaPort port, Bond bond) {
    return port.device().contains("bond") || port.netdev().equalTo(bond.name());
  }
}
