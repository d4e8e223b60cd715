package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SettingDefinition;
import dev.headroom.formats.switches.SwitchQos;

/**
 * Rule that reports profiles, maps and policies that no port or queue uses. Where another of the
 * same kind is in use, an unused one may be a spare, and is a note.
 */
final class UnusedSettings extends SwitchRule {
  UnusedSettings() {
    super(
        RuleInfo.warning("switch.unused-setting")
            .title("each profile, map and policy that is defined is in use")
            .inputs(ANY)
            .cause(
                "A profile, map or policy has an effect only where a port, a queue or the whole "
                    + "switch uses it. Without a use the class of RDMA keeps the switch's default: "
                    + "no marking, no PFC, or one class for all DSCPs.")
            .modes(25)
            .source(
                SwitchSources.SONIC
                    + ", PORT_QOS_MAP and QUEUE; Arista, EOS user manual, Quality of Service;"
                    + " Cisco, Nexus 9000 QoS configuration guide; Juniper, Class of Service User"
                    + " Guide"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    for (SettingDefinition each : qos.references().needed()) {
      String what = each.kind().name() + " " + each.name();
      if (!qos.references().unused().contains(each)) {
        to.pass();
      } else if (!each.areUsesRead()) {
        to.missingInput(host.name(), "the ports and queues that use " + what);
      } else {
        boolean spare = qos.references().isAnotherUsed(each.kind());
        to.finding(
                host.name(),
                each.name(),
                what
                    + " is defined, but nothing uses it"
                    + (spare ? "; another " + each.kind().name() + " is in use" : ""))
            .severity(spare ? Severity.INFO : Severity.WARNING)
            .addEvidence(each.evidence())
            .fix(() -> Fix.advice("use " + what + " at the ports and queues of RDMA, or remove it"))
            .report();
      }
    }
  }
}
