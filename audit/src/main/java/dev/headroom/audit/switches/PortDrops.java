package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/**
 * Rule that reports packets that a switch's ports dropped or received with errors. Counters are
 * from when they were cleared: one reading is a note, whatever it says.
 */
final class PortDrops extends HostRule {
  private static final String NEEDS = SwitchVendors.commandsText(SwitchTopic.DROPS);

  PortDrops() {
    super(
        RuleInfo.info("switch.port-drops")
            .title("switch ports drop no packets and receive none with errors")
            .inputs(NEEDS)
            .cause(
                "For each lost packet RDMA retransmits all packets in flight behind it "
                    + "(go-back-N). Ingress drops with PFC on point to a priority group without "
                    + "headroom. Egress drops point to a queue without pauses and ECN marking. "
                    + "Packets with errors point to a cable or transceiver.")
            .modes(25, 28)
            .source("SONiC command reference, show interfaces counters; sonic-net/SONiC#480"));
  }

  @Override
  protected boolean appliesTo(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    SequencedSet<String> ports = new LinkedHashSet<>();
    List<Evidence> lines = new ArrayList<>();
    boolean any = false;
    for (SubjectKind thing : List.of(SubjectKind.ITEM, SubjectKind.SWITCH_PORT)) {
      for (Subject subject : host.facts().subjects(thing)) {
        for (Fact fact : host.facts().firstFactsOf(
            subject, key -> !SwitchVendors.lossKind(subject, key).isEmpty())) {
          String what = SwitchVendors.lossKind(subject, fact.key());
          if (what.isEmpty()) {
            continue;
          }
          any = true;
          long count = ValueParser.wholeNumber(fact.value().replace(",", "")).orElse(0L);
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
      if (SwitchVendors.qos(host).isPresent()) {
        to.missingInput(host.name(), NEEDS);
      } else {
        to.notApplicable(host.name(), "it is not a switch");
      }
    } else if (!ports.isEmpty()) {
      to.finding(
              host.name(),
              "",
              "ports lost packets at an unknown time since the counters were cleared: "
                  + SwitchRule.some(List.copyOf(ports)))
          .addEvidence(lines)
          .fix(() ->
              Fix.advice(
                  "clear the counters and read them again under load; then check headroom and "
                      + "PFC of the ports that drop, and the cables of ports with receive errors"))
          .report();
    }
  }
}
