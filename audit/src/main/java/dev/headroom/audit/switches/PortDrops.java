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
      "show interfaces counters (detailed), show queue counters or show priority-group drop counters of SONiC, show interface (counters errors) of NX-OS, EOS or OS10, show interfaces counters queue detail of EOS, show queuing statistics of OS10, show queuing interface or show policy-map interface of NX-OS, show interfaces ethernet counters of Onyx";

  /** Classes of NX-OS and Onyx on the way out. */
  private static final Pattern OUT =
      Pattern.compile(
          "counter\\.(?:group-(\\d)\\.(?:[\\w-]+\\.)?(?:wred-afd-tail|wred-tail|wd-tail|dropped|tail)[\\w-]*pkts"
              + "|policy\\.queuing\\.output\\.([\\w-]+)\\.queue-dropped-pkts"
              + "|(?:tx\\.)?tc\\.(\\d)\\.(?:unicast-no-buffer-discard|wred-discard|(?:voq-)?dropped-packets))");

  /** The port on the way in, and its classes. */
  private static final Pattern IN =
      Pattern.compile(
          "counter\\.(?:port-ingress\\.[\\w-]*drop-pkts|group-(\\d)\\.pkts-discarded-on-ingress"
              + "|rx\\.priority\\.(\\d)\\.discard-packets)");

  /** A queue in a row of {@code show queue counters}: {@code Ethernet0 UC3}. */
  private static final Pattern QUEUE = Pattern.compile(".* (?:UC|MC|ALL|VOQ)\\d{1,2}");

  /** In such a row. */
  private static final Map<String, String> OF_QUEUES =
      Map.of(
          "drop-pkts", "dropped on the way out",
          "wreddrp-pkts", "dropped on the way out by WRED",
          "trimdrop-pkts", "dropped on the way out though trimmed");

  /** Of SONiC: a group with PFC that drops has too little headroom for what is under way. */
  private static final String PRIORITY_GROUPS = "priority-group drop counters";

  /** What SONiC's columns, NX-OS and EOS call it, and what it is. */
  private static final Map<String, String> COUNTERS =
      Map.ofEntries(
          Map.entry("rx-drp", "dropped on the way in"),
          Map.entry("tx-drp", "dropped on the way out"),
          Map.entry("rx-err", "broken"),
          Map.entry("trim-drp-pkts", "dropped on the way out though trimmed"),
          Map.entry("counter.trimmed-dropped-packets", "dropped on the way out though trimmed"),
          Map.entry("counter.wred-total-dropped-packets", "dropped on the way out by WRED"),
          Map.entry("counter.jabbers-received", "broken"),
          Map.entry("counter.fragments-received", "broken"),
          Map.entry("fec-uncorr", "broken beyond what FEC mends"),
          Map.entry("counter.rx.discard-packets", "dropped on the way in"),
          Map.entry("counter.tx.discard-packets", "dropped on the way out"),
          Map.entry("counter.rx.fcs-errors", "broken"),
          Map.entry("counter.rx.discarded", "dropped on the way in"),
          Map.entry("counter.tx.discarded", "dropped on the way out"),
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

  private static boolean isDropsOfGroups(String table) {
    return table.contains(PRIORITY_GROUPS) || table.contains("PG dropped packets");
  }

  /** What it counts that was lost; blank if it counts something else. */
  private static String what(Subject subject, String key) {
    if (isDropsOfGroups(subject.name()) && key.matches("pg\\d{1,2}")) {
      return "dropped on the way in in priority group " + key.substring(2);
    }
    if (OF_QUEUES.containsKey(key) && QUEUE.matcher(subject.name()).matches()) {
      return OF_QUEUES.get(key);
    }
    Matcher out = OUT.matcher(key);
    if (out.matches()) {
      return "dropped on the way out in class " + of(out);
    }
    Matcher in = IN.matcher(key);
    if (in.matches()) {
      String group = of(in);
      return "dropped on the way in" + (group.isEmpty() ? "" : " in class " + group);
    }
    return COUNTERS.getOrDefault(key, "");
  }

  /** The class that some group of the pattern names. */
  private static String of(Matcher counter) {
    for (int i = 1; i <= counter.groupCount(); i++) {
      if (counter.group(i) != null) {
        return counter.group(i);
      }
    }
    return "";
  }
}
