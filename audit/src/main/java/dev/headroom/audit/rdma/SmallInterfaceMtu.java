package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.host.RoceMtu;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.List;

/** Rule about the MTU of the interfaces that carry RoCE. */
final class SmallInterfaceMtu extends HostRule {
  private static final int ENOUGH = 4200;

  SmallInterfaceMtu() {
    super(
        RuleInfo.warning("mtu.interface-small")
            .title("interfaces of RoCE ports have an MTU of 4200 or more")
            .inputs(
                "RoCE ports with their interfaces (rdma link, show_gids)",
                "the interfaces' MTU (ip link)")
            .cause("A path MTU of 4096 needs 4096 bytes and headers in one frame.")
            .modes(24)
            .source("NVIDIA, RDMA over Converged Ethernet, MTU; article S2:300"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<RdmaPort> ports =
        host.rdmaPorts().stream().filter(each -> each.netdev().isReported()).toList();
    if (ports.isEmpty()) {
      to.notApplicable(host.name(), "the input has no RoCE port with an interface");
    }
    for (RdmaPort port : ports) {
      String name = port.netdev().get();
      ReportedValue<Long> mtu = RoceMtu.ofInterface(host, port);
      if (!mtu.isReported()) {
        to.missingInput(host.name(), "the MTU of interfaces: ip link, or sysfs");
      } else if (mtu.get() >= ENOUGH || port.isInfiniBand()) {
        to.pass();
      } else {
        to.finding(host.name(), name, "its MTU is " + mtu.get() + ", too small for packets of 4096")
            .addEvidence(mtu.findEvidence().stream().toList())
            .fix(() -> Fix.of(SettingChange.of(HostSetting.MTU, name, "9000")))
            .factAfterFix(Subject.netdev(name), "mtu", 9000)
            .factAfterFix(port.subject(), RdmaKeys.ACTIVE_MTU, port.maxMtu().orElse(4096L))
            .report();
      }
    }
  }
}
