package dev.headroom.audit.switches;

import static dev.headroom.audit.switches.SwitchRule.some;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Lossless classes that are counted in the priority group of another number. */
final class LosslessGroup extends SonicRule {
  LosslessGroup() {
    super(
        Card.error("switch.class-to-group")
            .title("a lossless class goes into the priority group of the same number")
            .needs(CONFIG)
            .cause(
                "Pauses are sent for the priority group's number. A class that is counted in another"
                    + " group is never paused itself, and pauses somebody else.")
            .source(SwitchRules.SONIC + ", TC_TO_PRIORITY_GROUP_MAP"));
  }

  @Override
  protected void judge(HostFacts host, Sonic sonic, Judgement to) {
    if (!sonic.hasAny("TC_TO_PRIORITY_GROUP_MAP") || sonic.ports().isEmpty()) {
      to.needs(host.name(), "TC_TO_PRIORITY_GROUP_MAP and PORT_QOS_MAP of SONiC");
      return;
    }
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    for (String port : sonic.ports()) {
      Known<String> map = sonic.map(port, "tc_to_pg_map");
      for (int priority : sonic.priorities(port, "pfc_enable").orElse(new TreeSet<>())) {
        Known<Long> group =
            sonic.number("TC_TO_PRIORITY_GROUP_MAP", map.orElse("AZURE"), String.valueOf(priority));
        if (!group.isSaid()) {
          continue;
        }
        if (group.get() == priority) {
          to.pass();
        } else {
          wrong.add(port + "|" + priority + " in group " + group.get());
          seen.addAll(SwitchQos.seen(group));
        }
      }
    }
    if (!wrong.isEmpty()) {
      to.find(host.name(), "", "lossless classes lie in other groups: " + some(wrong))
          .seen(seen.stream().distinct().toList())
          .fix(() ->
              Fix.advice(
                  "map each lossless class to the group of its number in TC_TO_PRIORITY_GROUP_MAP"))
          .report();
    }
  }
}
