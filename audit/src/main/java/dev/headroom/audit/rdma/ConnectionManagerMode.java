package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.rdma.RdmaKeys;

/** Rule that reports a RoCE port on which connections of librdmacm use RoCE v1. */
final class ConnectionManagerMode extends PortRule {
  private static final String NEEDS = "cma_roce_mode of the RoCE ports";

  ConnectionManagerMode() {
    super(
        RuleInfo.warning("rdma.connection-manager-v1")
            .title("connections of librdmacm use RoCE v2")
            .inputs(NEEDS)
            .cause(
                "Programs that connect with librdmacm (storage, perftest -R, some MPIs) take the "
                    + "port's default mode. RoCE v1 has no IP header: routers drop it, and "
                    + "switches cannot classify it by DSCP.")
            .modes(5)
            .source(
                "Linux Documentation/ABI/testing/configfs-rdma_cm; Mellanox/mlnx-tools, "
                    + "cma_roce_mode"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    ReportedValue<String> mode = host.facts().text(port.subject(), RdmaKeys.CM_ROCE_MODE);
    if (!mode.isReported()) {
      to.missingInput(host.name(), NEEDS);
    } else if (mode.get().strip().endsWith("v2")) {
      to.pass();
    } else if (!port.linkLayer().isReported()) {
      to.missingInput(host.name(), "the link layer of " + port.device());
    } else if (!port.isEthernet()) {
      to.notApplicable(host.name(), "no RoCE port");
    } else {
      to.finding(host.name(), name(port), "connections of librdmacm use RoCE v1")
          .addEvidence(mode.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "cma_roce_mode -d %s -p %s -m 2, after each load of the driver"
                      .formatted(port.device(), port.number())))
          .report();
    }
  }
}
