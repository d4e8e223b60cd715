package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.LossCounterKeys;
import dev.headroom.formats.switches.PacketLoss;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rule that reports packets that a switch's ports dropped or received with errors. Counters are
 * from when they were cleared, so that one reading is a note. Drops of a lossless class are an
 * error whenever they were.
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

  /** What a port lost, and whether that was in a lossless class of it. */
  private record Lost(String words, boolean lossless, Evidence line) {}

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Optional<SwitchQos> qos = SwitchVendors.qos(host);
    Set<Integer> paused = PauseCounters.sent(host);
    List<Lost> all = new ArrayList<>();
    boolean any = false;
    for (SubjectKind thing : List.of(SubjectKind.ITEM, SubjectKind.SWITCH_PORT)) {
      for (Subject subject : host.facts().subjects(thing)) {
        for (Fact fact :
            host.facts()
                .firstFactsOf(subject, key -> SwitchVendors.loss(subject, key).isPresent())) {
          Optional<PacketLoss> loss = SwitchVendors.loss(subject, fact.key());
          if (loss.isEmpty()) {
            continue;
          }
          any = true;
          long count = ValueParser.wholeNumber(fact.value().replace(",", "")).orElse(0L);
          if (count > 0) {
            String name = subject.name().substring(subject.name().lastIndexOf('|') + 1);
            boolean lossless =
                qos.stream().anyMatch(of -> isLossless(of, name, loss.get()))
                    || isPaused(paused, loss.get());
            all.add(
                new Lost(name + " " + count + " " + loss.get().words(), lossless, fact.evidence()));
          } else {
            to.pass();
          }
        }
      }
    }
    List<Lost> inLossless = all.stream().filter(Lost::lossless).toList();
    List<Lost> others = all.stream().filter(each -> !each.lossless()).toList();
    if (!any && qos.isPresent()) {
      to.missingInput(host.name(), NEEDS);
    } else if (!any) {
      to.notApplicable(host.name(), "it is not a switch");
    }
    if (!inLossless.isEmpty()) {
      report(
          host,
          inLossless,
          Severity.ERROR,
          "ports lost packets of lossless classes since the counters were cleared: ",
          "check headroom (xoff) for the port's speed and cable, PFC of the neighbor in the same "
              + "priority, and the PFC watchdog's drops; then clear the counters and read them "
              + "again under load",
          to);
    }
    if (!others.isEmpty()) {
      report(
          host,
          others,
          Severity.INFO,
          "ports lost packets at an unknown time since the counters were cleared: ",
          "clear the counters and read them again under load; then check headroom and PFC of the "
              + "ports that drop, and the cables of ports with receive errors",
          to);
    }
  }

  private static void report(
      HostFacts host,
      List<Lost> lost,
      Severity severity,
      String message,
      String advice,
      FindingCollector to) {
    List<String> words = lost.stream().map(Lost::words).distinct().toList();
    to.finding(host.name(), "", message + SwitchRule.some(words))
        .severity(severity)
        .addEvidence(lost.stream().map(Lost::line).distinct().toList())
        .fix(() -> Fix.advice(advice))
        .report();
  }

  /** Whether a counter is of a priority group whose priority the switch pauses at some port. */
  private static boolean isPaused(Set<Integer> paused, PacketLoss loss) {
    return loss.words().startsWith(LossCounterKeys.IN)
        && loss.number().isPresent()
        && paused.contains(loss.number().getAsInt());
  }

  /** Whether a counter is of the queue or the priority group of a lossless class of its port. */
  private static boolean isLossless(SwitchQos qos, String name, PacketLoss loss) {
    if (loss.number().isEmpty()) {
      return false;
    }
    int number = loss.number().getAsInt();
    SwitchPort port = qos.port(qos.ports().names().resolve(name.split(" ")[0]));
    boolean ingress = loss.words().startsWith(LossCounterKeys.IN);
    return port.lossless()
        .matches(classes ->
            classes.stream()
                .anyMatch(
                    each -> number == (ingress ? group(port, each) : port.queues().of(each))));
  }

  private static int group(SwitchPort port, int priority) {
    return Optional.ofNullable(port.groups().get(priority))
        .map(group -> (int) (long) group.number().orElse((long) priority))
        .orElse(priority);
  }
}
