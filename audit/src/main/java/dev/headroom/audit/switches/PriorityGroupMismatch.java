package dev.headroom.audit.switches;

import static dev.headroom.audit.switches.SwitchRule.some;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchBuffers;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.List;

/** Rule that reports lossless classes counted in the priority group of another number. */
final class PriorityGroupMismatch extends BufferRule {
  PriorityGroupMismatch() {
    super(
        RuleInfo.error("switch.class-to-group")
            .title("a lossless class maps to the priority group of the same number")
            .inputs(SwitchVendors.commandsText(SwitchTopic.BUFFERS))
            .cause(
                "The switch sends pauses for the priority group's number. A class in another "
                    + "group is never paused itself; the switch pauses another class instead.")
            .source(SwitchSources.SONIC + ", TC_TO_PRIORITY_GROUP_MAP"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, SwitchBuffers buffers, FindingCollector to) {
    if (!buffers.areGroupsKnown() || qos.ports().set().isEmpty()) {
      to.missingInput(host.name(), buffers.terms().missingInputs().groups());
      return;
    }
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    for (SwitchPort port : qos.ports().set()) {
      port.groups()
          .forEach((priority, of) -> {
            ReportedValue<Long> group = of.number();
            if (group.matches(number -> number == (int) priority)) {
              to.pass();
            } else if (group.isReported()) {
              wrong.add(port.name() + "|" + priority + " in group " + group.get());
              seen.addAll(SwitchQos.evidenceOf(group));
            }
          });
    }
    if (!wrong.isEmpty()) {
      to.finding(host.name(), "", "lossless classes map to other groups: " + some(wrong))
          .addEvidence(seen.stream().distinct().toList())
          .fix(() -> Fix.advice(buffers.terms().fixes().groups()))
          .report();
    }
  }
}
