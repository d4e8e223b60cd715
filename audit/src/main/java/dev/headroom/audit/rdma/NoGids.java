package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NetDevice;
import java.util.Optional;

/** Rule that reports a container that sees the device and none of its GIDs. */
final class NoGids extends HostRule {
  NoGids() {
    super(
        RuleInfo.error("gid.none")
            .title("RDMA devices have GIDs where the job runs")
            .inputs("show_gids")
            .cause(
                "GIDs belong to network interfaces. If a pod's only interface is a veth, the "
                    + "NIC's interface and its GIDs are in another namespace.")
            .modes(9)
            .source("Mellanox/k8s-rdma-sriov-dev-plugin#30"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<Long> found = host.facts().number(Subject.host(), "gids.found");
    if (!found.isReported()) {
      if (host.facts().subjects(SubjectKind.GID).isEmpty()) {
        to.missingInput(host.name(), "show_gids");
      } else {
        to.pass();
      }
      return;
    }
    if (found.get() > 0) {
      to.pass();
      return;
    }
    Optional<NetDevice> veth =
        host.netDevices().stream().filter(each -> each.driver().equalTo("veth")).findFirst();
    to.finding(
            host.name(),
            "",
            "it has no GIDs"
                + veth.map(each -> "; " + each.name() + " is a veth, not the NIC's interface")
                    .orElse(""))
        .addEvidence(found.findEvidence().stream().toList())
        .addEvidence(veth.flatMap(each -> each.driver().findEvidence()).stream().toList())
        .fix(() ->
            Fix.advice(
                "give the pod the NIC's interface or one of its virtual functions: SR-IOV or "
                    + "macvlan as a secondary network, or hostNetwork"))
        .report();
  }
}
