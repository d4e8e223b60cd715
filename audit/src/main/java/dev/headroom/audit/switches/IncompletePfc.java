package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.PfcFault;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rule that reports ports with only part of the commands that PFC takes. */
final class IncompletePfc extends SwitchRule {
  IncompletePfc() {
    super(
        RuleInfo.warning("switch.pfc-incomplete")
            .title("PFC of a port has all the settings that it takes")
            .inputs(ANY)
            .cause(
                "PFC takes several settings: one for the port, one for the priority, and a "
                    + "lossless class behind it. With only some of them the port pauses nothing, "
                    + "and RDMA packets are dropped when buffers fill.")
            .modes(25)
            .source(
                "Arista, EOS user manual, Data Center Bridging; Cisco, Nexus 9000 QoS"
                    + " configuration guide, Priority Flow Control; Dell, OS10 user guide, RoCE;"
                    + " NVIDIA, Onyx user manual; Juniper, Class of Service User Guide"));
  }

  private record Fault(String words, String fix) {}

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    Map<Fault, List<String>> wrong = new LinkedHashMap<>();
    Map<Fault, List<Evidence>> seen = new LinkedHashMap<>();
    boolean any = false;
    for (SwitchPort port : qos.ports().set()) {
      if (port.pfcFault().isPresent()) {
        PfcFault found = port.pfcFault().get();
        Fault fault = new Fault(found.words(), found.fix());
        wrong.computeIfAbsent(fault, _ -> new ArrayList<>()).add(port.name());
        seen.computeIfAbsent(fault, _ -> new ArrayList<>()).addAll(found.evidence());
      } else if (port.lossless().matches(classes -> !classes.isEmpty())) {
        any = true;
        to.pass();
      }
    }
    if (!any && wrong.isEmpty()) {
      to.missingInput(host.name(), "ports with PFC");
    }
    wrong.forEach((fault, ports) ->
        to.finding(host.name(), "", fault.words() + ": " + some(ports))
            .addEvidence(seen.getOrDefault(fault, List.of()).stream().distinct().toList())
            .fix(() -> Fix.advice(fault.fix()))
            .report());
  }
}
