package dev.headroom.run.summary;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.NumberText;
import dev.headroom.sim.Precheck;
import dev.headroom.sim.check.DscpMapping;
import dev.headroom.sim.check.PartialGoBackUnits;
import dev.headroom.sim.check.ReorderingRisk;
import dev.headroom.sim.check.SwitchEcnCheck;
import dev.headroom.sim.check.UndersizedQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Text of the findings of a check, a sentence each. */
public final class CheckText {
  private CheckText() {}

  /** Whether anything is wrong. */
  public static boolean hasFindings(Scenario scenario, Precheck check) {
    return check.hasFindings() || !ScenarioContradictions.of(scenario).isEmpty();
  }

  /** What is wrong; empty if nothing is. */
  public static List<String> findings(Scenario scenario, Precheck check) {
    List<String> findings = new ArrayList<>();
    if (!check.ring().isEmpty()) {
      findings.add(
          "cyclic buffer dependency, on which "
              + (FlowControlTerms.isByCredits(scenario) ? "credits" : "PFC pauses")
              + " can deadlock: "
              + ring(scenario, check.ring())
              + "; run headroom check for details");
    }
    if (check.hasClassMismatch()) {
      findings.add(
          "nodes map data to different classes: "
              + check.classes().stream().map(CheckText::taken).collect(Collectors.joining("; ")));
    }
    check.tightQueues().forEach(each -> findings.add(tight(each)));
    check.reorderingRisk().forEach(each -> findings.add(reorderingText(each)));
    check.partialUnits().ifPresent(units -> findings.add(partial(units)));
    for (SwitchEcnCheck each : check.switches()) {
      if (each.verdict() == SwitchEcnCheck.Verdict.PAUSES_FIRST) {
        findings.add(
            "PFC pauses come before ECN marks at %s: one ingress is paused at %s, and congestion.kmin is %s at %s"
                .formatted(
                    named(each),
                    NumberText.size(each.margin().pausesOneToOne()),
                    NumberText.size(each.kminBytes()),
                    NumberText.rate(each.rateBps())));
      }
    }
    findings.addAll(ScenarioContradictions.of(scenario));
    return findings;
  }

  /** Nodes of a cycle: {@code switch-0 → switch-1 → switch-0}. */
  public static String ring(Scenario scenario, List<Integer> ring) {
    List<Integer> closed = new ArrayList<>(ring);
    closed.add(ring.getFirst());
    return closed.stream()
        .map(node -> scenario.fabric().nodes().get(node).name())
        .collect(Collectors.joining(" → "));
  }

  /** {@code leaf-0 and 3 like it}. */
  public static String named(SwitchEcnCheck check) {
    return named(check.first(), check.switches());
  }

  private static String named(String first, int alike) {
    return first + (alike == 1 ? "" : " and " + (alike - 1) + " like it");
  }

  /** Why no full frame gets through. */
  public static String tight(UndersizedQueue queue) {
    return "no full frame passes %s: a frame takes %s, and a lossy queue may hold %s, fabric.switches.lossyAlpha (%s) of %s shared buffer"
        .formatted(
            named(queue.first(), queue.switches()),
            NumberText.size(queue.chargedBytes()),
            NumberText.size(queue.roomBytes()),
            queue.alpha(),
            NumberText.size(queue.sharedBytes()));
  }

  /** Why packets are sent again that were not lost, and the way out. */
  public static String reorderingText(ReorderingRisk reorderingRisk) {
    return "packets are reordered under routing.algorithm %s, and %s %s treats reordering as loss; %s does not"
        .formatted(
            reorderingRisk.routing(),
            reorderingRisk.key(),
            reorderingRisk.value(),
            reorderingRisk.instead());
  }

  /** Why flows do not end, and the way out. */
  public static String partial(PartialGoBackUnits units) {
    return "%s of %s never %s: with transport.framing hpcc-ns3, ACKs cover whole units of transport.goBackUnit (%s), and flow %d has %s; use sizes that are whole units, or other framing"
        .formatted(
            NumberText.count(units.flows()),
            NumberText.plural(units.of(), "flow", "flows"),
            units.flows() == 1 ? "ends" : "end",
            units.unit(),
            units.first(),
            units.bytes());
  }

  /** {@code leaf-0 and 3 like it take DSCP 26 for class 1, which is not lossless}. */
  public static String taken(DscpMapping kind) {
    return kind.first()
        + (kind.nodes() == 1 ? " maps" : " and " + (kind.nodes() - 1) + " like it map")
        + " DSCP "
        + kind.dscp()
        + " to class "
        + kind.priority()
        + (kind.queue() == kind.priority() ? "" : " in queue " + kind.queue())
        + (kind.lossless() ? "" : ", which is not lossless");
  }

  /** The verdict on a switch. */
  public static String verdict(SwitchEcnCheck check) {
    return switch (check.verdict()) {
      case MARKS_FIRST -> "marks ECN before it sends PFC pauses, for any traffic";
      case MARKS_FIRST_IN_INCAST ->
          "marks ECN before it sends PFC pauses if ingresses feed one queue; an ingress that "
              + "feeds many queues can be paused without marks";
      case PAUSES_FIRST ->
          "SENDS PFC PAUSES BEFORE IT MARKS ECN, even for one ingress and one egress queue";
      case NOT_ASKED ->
          check.kminBytes() < 0
              ? "marks no packets"
              : check.margin().classes() == 0
                  ? "sends no PFC pauses"
                  : "marks packets, but no sender reacts to marks";
    };
  }
}
