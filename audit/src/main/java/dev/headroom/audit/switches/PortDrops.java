package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.fact.Values;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Packets that a switch's ports dropped or found broken. Counters are from when they were cleared:
 * one reading is a note, whatever it says.
 */
final class PortDrops extends HostRule {
  private static final String NEEDS =
      "show interfaces counters or show priority-group drop counters of SONiC, show interface (counters errors) of NX-OS or EOS, show queuing interface of NX-OS";

  /** {@code show queuing interface}: classes on the way out, the port on the way in. */
  private static final Pattern QUEUING =
      Pattern.compile(
          "counter\\.(?:group-(\\d)\\.(?:[\\w-]+\\.)?(?:wred-afd-tail|wred-tail|wd-tail|dropped|tail)[\\w-]*pkts"
              + "|port-(ingress)\\.[\\w-]*drop-pkts)");

  /** Of SONiC: a group with PFC that drops has too little headroom for what is under way. */
  private static final String PRIORITY_GROUPS = "priority-group drop counters";

  /** What SONiC's columns, NX-OS and EOS call it, and what it is. */
  private static final Map<String, String> COUNTERS =
      Map.ofEntries(
          Map.entry("rx-drp", "dropped on the way in"),
          Map.entry("tx-drp", "dropped on the way out"),
          Map.entry("rx-err", "broken"),
          Map.entry("counter.rx.input-discard", "dropped on the way in"),
          Map.entry("counter.tx.output-discard", "dropped on the way out"),
          Map.entry("counter.rx.crc", "broken"),
          Map.entry("counter.rx.crc-fcs", "broken"),
          Map.entry("counter.input-discards", "dropped on the way in"),
          Map.entry("counter.output-discards", "dropped on the way out"),
          Map.entry("counter.crc", "broken"));

  PortDrops() {
    super(
        Card.info("switch.port-drops")
            .title("ports of switches drop nothing, and nothing arrives broken")
            .needs(NEEDS)
            .cause(
                "RDMA sends again all that was under way behind each packet that is lost. Drops on the"
                    + " way in, though PFC is on, are what a priority group without headroom looks like;"
                    + " on the way out, a queue that is neither paused nor marked; broken packets, a"
                    + " cable or transceiver.")
            .modes(25, 28)
            .source("SONiC command reference, show interfaces counters; sonic-net/SONiC#480"));
  }

  @Override
  protected boolean concerns(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    SequencedSet<String> ports = new LinkedHashSet<>();
    List<Evidence> lines = new ArrayList<>();
    boolean any = false;
    for (Thing thing : List.of(Thing.ITEM, Thing.SWITCH_PORT)) {
      for (Subject subject : host.facts().subjects(thing)) {
        for (Fact fact : host.facts().about(subject)) {
          String what = what(subject, fact.key());
          if (what.isEmpty()) {
            continue;
          }
          any = true;
          long count = Values.wholeNumber(fact.value().replace(",", "")).orElse(0L);
          if (count > 0) {
            String name = subject.name().substring(subject.name().lastIndexOf('|') + 1);
            ports.add(name + " " + count + " " + what);
            lines.add(fact.evidence());
          } else {
            to.pass();
          }
        }
      }
    }
    if (!any) {
      if (SwitchQos.of(host).isPresent()) {
        to.needs(host.name(), NEEDS);
      } else {
        to.notHere(host.name(), "it is not a switch");
      }
    } else if (!ports.isEmpty()) {
      to.find(
              host.name(),
              "",
              "packets were lost at ports, some time since counters were cleared: "
                  + SwitchRule.some(List.copyOf(ports)))
          .seen(lines)
          .fix(() ->
              Fix.advice(
                  "clear the counters and read them again under load; then look at headroom and PFC of the ports that drop, and at cables where packets are broken"))
          .report();
    }
  }

  /** What it counts that was lost; blank if it counts something else. */
  private static String what(Subject subject, String key) {
    if (subject.name().contains(PRIORITY_GROUPS) && key.matches("pg\\d")) {
      return "dropped on the way in in priority group " + key.substring(2);
    }
    String known = COUNTERS.get(key);
    Matcher queuing = QUEUING.matcher(key);
    if (known != null || !queuing.matches()) {
      return known == null ? "" : known;
    }
    return queuing.group(2) == null
        ? "dropped on the way out in class " + queuing.group(1)
        : "dropped on the way in";
  }
}
