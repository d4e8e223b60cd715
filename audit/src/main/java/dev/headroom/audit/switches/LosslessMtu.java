package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Rule that reports ports with PFC whose MTU is below RoCE's largest packet. */
final class LosslessMtu extends SwitchRule {
  /** Payload of 4096 bytes with the headers of RoCE v2 over IPv6, VLAN and Ethernet. */
  private static final long LARGEST = 4200;

  LosslessMtu() {
    super(
        RuleInfo.warning("switch.lossless-mtu")
            .title("ports with PFC take packets of RoCE's largest path MTU (4096)")
            .inputs(ANY)
            .cause(
                "RoCE carries 4096 bytes of payload in a packet where the MTU allows it. A port "
                    + "with a smaller MTU drops such packets, and no pause prevents that: "
                    + "transfers end with retries exceeded, while pings work.")
            .modes(24)
            .source(SwitchSources.SONIC + ", PORT; NVIDIA, RDMA over Converged Ethernet, MTU"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    boolean any = false;
    for (SwitchPort port : qos.ports().set()) {
      ReportedValue<SortedSet<Integer>> pfc = port.lossless();
      ReportedValue<Long> mtu = port.line().mtu();
      if (pfc.orElse(new TreeSet<>()).isEmpty() || !mtu.isReported()) {
        continue;
      }
      any = true;
      if (mtu.get() >= LARGEST) {
        to.pass();
      } else {
        wrong.add(port.name() + " " + mtu.get());
        seen.addAll(mtu.findEvidence().stream().toList());
      }
    }
    if (!any) {
      to.missingInput(host.name(), "the MTU of ports with PFC");
    } else if (!wrong.isEmpty()) {
      to.finding(host.name(), "", "ports with PFC have an MTU below 4200: " + some(wrong))
          .addEvidence(seen.stream().distinct().toList())
          .fix(() ->
              Fix.advice(
                  "set the MTU of these ports to 9000 or more, as on the rest of the path; where "
                      + "the path MTU of the hosts is 1024 on purpose, no action is needed"))
          .report();
    }
  }
}
