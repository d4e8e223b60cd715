package dev.headroom.audit.nccl;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.Variable;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.List;

/** A bonded RDMA device that one queue pair a connection uses by half. */
final class BondedHca extends HostRule {
  BondedHca() {
    super(
        Card.warning("nccl.bonded-device")
            .title("RDMA devices are not bonds, or connections have several queue pairs")
            .needs("the host's RDMA devices (ibstat, show_gids, rdma link)")
            .cause(
                "A queue pair stays on one port of a bond: with one queue pair a connection, half"
                    + " of the bond is idle. Rails that NCCL sees one by one are better than a"
                    + " bond.")
            .modes(31)
            .source("NCCL environment variables, NCCL_IB_QPS_PER_CONNECTION; article S2:194"));
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    List<RdmaPort> bonds =
        host.rdmaPorts().stream().filter(port -> port.device().contains("bond")).toList();
    if (host.rdmaPorts().isEmpty()) {
      to.needs(host.name(), "the host's RDMA devices (ibstat, show_gids, rdma link)");
      return;
    }
    Known<String> pairs = host.environment("NCCL_IB_QPS_PER_CONNECTION");
    if (bonds.isEmpty() || pairs.is(number -> number.matches("[2-9]|\\d\\d+"))) {
      to.pass();
      return;
    }
    for (RdmaPort bond : bonds) {
      to.find(
              host.name(),
              bond.device(),
              pairs.isSaid()
                  ? "it is a bond, and connections have one queue pair"
                  : "it is a bond, and nothing says that connections have more than one queue pair")
          .severity(
              pairs.isSaid()
                  ? dev.headroom.audit.Severity.WARNING
                  : dev.headroom.audit.Severity.INFO)
          .seen(
              bond.facts().about(bond.subject()).stream()
                  .limit(1)
                  .map(fact -> fact.evidence())
                  .toList())
          .seen(pairs.where().stream().toList())
          .fix(() -> Fix.of(new Variable("NCCL_IB_QPS_PER_CONNECTION", "2")))
          .report();
    }
  }
}
