package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SettingReference;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rule that reports names in a switch's QoS configuration that nothing defines. */
final class UndefinedNames extends SwitchRule {
  UndefinedNames() {
    super(
        RuleInfo.error("switch.undefined-name")
            .title("each profile, map and policy in use is defined")
            .inputs(ANY)
            .cause(
                "A port or queue names a profile, map or policy that does not exist. The switch "
                    + "rejects or ignores the setting, so that the queue has no marking, no PFC or "
                    + "no classification.")
            .modes(25)
            .source(
                SwitchSources.SONIC
                    + ", leafrefs of sonic-yang-models; Arista, EOS user manual, Quality of Service;"
                    + " Cisco, Nexus 9000 QoS configuration guide; Juniper, Class of Service User"
                    + " Guide"));
  }

  private record Name(String kind, String name) {}

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    Map<Name, List<SettingReference>> wrong = new LinkedHashMap<>();
    for (SettingReference use : qos.references().checkable()) {
      if (qos.references().isDefined(use)) {
        to.pass();
      } else if (use.areDefinitionsRead()) {
        wrong
            .computeIfAbsent(new Name(use.kind().name(), use.name()), _ -> new ArrayList<>())
            .add(use);
      } else {
        to.missingInput(host.name(), "the definition of " + use.kind().name() + " " + use.name());
      }
    }
    wrong.forEach((name, uses) -> {
      List<Evidence> seen = uses.stream().map(SettingReference::evidence).toList();
      to.finding(
              host.name(),
              name.name(),
              name.kind()
                  + " "
                  + name.name()
                  + " is used but not defined: "
                  + some(uses.stream().map(SettingReference::from).distinct().toList()))
          .addEvidence(seen)
          .fix(() ->
              Fix.advice(
                  "define " + name.kind() + " " + name.name() + ", or name one that is defined"))
          .report();
    });
  }
}
