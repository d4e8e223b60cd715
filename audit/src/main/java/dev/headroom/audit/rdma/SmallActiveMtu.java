package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.Locale;

/**
 * Rule that reports RoCE with packets of 1024 bytes because the interface has the default Ethernet
 * MTU.
 */
final class SmallActiveMtu extends PortRule {
  /** Bytes of IPv4, UDP, BTH, RETH and ICRC beside the payload, rounded up as the driver does. */
  private static final int FULL = 4096;

  SmallActiveMtu() {
    super(
        RuleInfo.warning("mtu.active-small")
            .title("RDMA's path MTU is 4096")
            .inputs("active_mtu of RDMA ports: ibv_devinfo")
            .cause(
                "RoCE uses the largest path MTU of 256, 512, ... 4096 that fits the interface's "
                    + "MTU: 1024 with 1500. Headers are then 7.4 % of the bytes on the wire "
                    + "instead of 2, and NIC and switch process four times as many packets.")
            .modes(24)
            .source("NVIDIA, RDMA over Converged Ethernet, MTU; article S1:66"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    ReportedValue<Long> active = port.activeMtu();
    if (!active.isReported()) {
      to.missingInput(host.name(), "active_mtu of RDMA ports: ibv_devinfo");
      return;
    }
    if (active.get() >= Math.min(FULL, port.maxMtu().orElse((long) FULL))
        || !port.state().orElse("ACTIVE").startsWith("ACTIVE")) {
      to.pass();
      return;
    }
    boolean ethernet = port.isEthernet();
    to.finding(
            host.name(),
            name(port),
            String.format(
                Locale.ROOT,
                "its path MTU is %d bytes; the port supports %d",
                active.get(),
                port.maxMtu().orElse((long) FULL)))
        .severity(active.get() <= 1024 ? Severity.WARNING : Severity.INFO)
        .addEvidence(active.findEvidence().stream().toList())
        .addEvidence(port.maxMtu().findEvidence().stream().toList())
        .fix(() -> fix(port, ethernet))
        .factAfterFix(port.subject(), RdmaKeys.ACTIVE_MTU, port.maxMtu().orElse((long) FULL))
        .factAfterFix(Subject.netdev(port.netdev().orElse("")), "mtu", 9000)
        .report();
  }

  private static Fix fix(RdmaPort port, boolean ethernet) {
    ReportedValue<String> netdev = port.netdev();
    return ethernet && netdev.isReported()
        ? Fix.of(SettingChange.of(HostSetting.MTU, netdev.get(), "9000"))
        : Fix.advice(
            ethernet
                ? "raise the MTU of all switches on the path, then the MTU of the interface, to "
                    + "4200 or more"
                : "set mtu=5 (4096) in the subnet manager's partition configuration");
  }
}
