package dev.headroom.run.summary;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.Figures;
import dev.headroom.sim.Precheck;
import dev.headroom.sim.check.DataClass;
import dev.headroom.sim.check.Overtaking;
import dev.headroom.sim.check.PartialUnits;
import dev.headroom.sim.check.SwitchCheck;
import dev.headroom.sim.check.TightQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Text of the findings of a check, a sentence each. */
public final class CheckWords {
  private CheckWords() {}

  /** Whether anything is wrong. */
  public static boolean hasFindings(Scenario scenario, Precheck check) {
    return check.hasFindings() || !Contradictions.of(scenario).isEmpty();
  }

  /** What is wrong; empty if nothing is. */
  public static List<String> findings(Scenario scenario, Precheck check) {
    List<String> findings = new ArrayList<>();
    if (!check.ring().isEmpty()) {
      findings.add(
          (HoldingBack.isByCredits(scenario)
                  ? "ports can wait for each other's credit"
                  : "pauses can wait for each other")
              + " in a circle: "
              + ring(scenario, check.ring())
              + "; headroom check says more");
    }
    if (check.classesDisagree()) {
      findings.add(
          "nodes do not agree on the class of data: "
              + check.classes().stream().map(CheckWords::taken).collect(Collectors.joining("; ")));
    }
    check.tightQueues().forEach(each -> findings.add(tight(each)));
    check.overtaking().forEach(each -> findings.add(overtaking(each)));
    check.partialUnits().ifPresent(units -> findings.add(partial(units)));
    for (SwitchCheck each : check.switches()) {
      if (each.verdict() == SwitchCheck.Verdict.PAUSES_FIRST) {
        findings.add(
            "%s pauses before it marks: one ingress is paused at %s, and congestion.kmin is %s at %s"
                .formatted(
                    named(each),
                    Figures.size(each.margin().pausesOneToOne()),
                    Figures.size(each.kminBytes()),
                    Figures.rate(each.rateBps())));
      }
    }
    findings.addAll(Contradictions.of(scenario));
    return findings;
  }

  /** Nodes in a circle: {@code switch-0 → switch-1 → switch-0}. */
  public static String ring(Scenario scenario, List<Integer> ring) {
    List<Integer> closed = new ArrayList<>(ring);
    closed.add(ring.getFirst());
    return closed.stream()
        .map(node -> scenario.fabric().nodes().get(node).name())
        .collect(Collectors.joining(" → "));
  }

  /** {@code leaf-0 and 3 like it}. */
  public static String named(SwitchCheck check) {
    return named(check.first(), check.switches());
  }

  private static String named(String first, int alike) {
    return first + (alike == 1 ? "" : " and " + (alike - 1) + " like it");
  }

  /** Why no full frame gets through. */
  public static String tight(TightQueue queue) {
    return "no full frame gets through %s: it takes %s, and a lossy queue may hold %s, fabric.switches.lossyAlpha (%s) of %s shared"
        .formatted(
            named(queue.first(), queue.switches()),
            Figures.size(queue.chargedBytes()),
            Figures.size(queue.roomBytes()),
            queue.alpha(),
            Figures.size(queue.sharedBytes()));
  }

  /** Why packets are sent again that were not lost, and the way out. */
  public static String overtaking(Overtaking overtaking) {
    return "packets overtake each other under routing.algorithm %s, which %s %s takes for loss; %s does not"
        .formatted(
            overtaking.routing(), overtaking.key(), overtaking.value(), overtaking.instead());
  }

  /** Why flows do not end, and the way out. */
  public static String partial(PartialUnits units) {
    return "%s of %s never %s: with transport.framing hpcc-ns3 ACKs are for whole units of transport.goBackUnit (%s), and flow %d has %s; take sizes that are whole units, or another framing"
        .formatted(
            Figures.count(units.flows()),
            Figures.plural(units.of(), "flow", "flows"),
            units.flows() == 1 ? "ends" : "end",
            units.unit(),
            units.first(),
            units.bytes());
  }

  /** {@code leaf-0 and 3 like it take DSCP 26 for class 1, which is not lossless}. */
  public static String taken(DataClass kind) {
    return kind.first()
        + (kind.nodes() == 1 ? " takes" : " and " + (kind.nodes() - 1) + " like it take")
        + " DSCP "
        + kind.dscp()
        + " for class "
        + kind.priority()
        + (kind.queue() == kind.priority() ? "" : " in queue " + kind.queue())
        + (kind.lossless() ? "" : ", which is not lossless");
  }

  /** The verdict on a switch. */
  public static String verdict(SwitchCheck check) {
    return switch (check.verdict()) {
      case MARKS_FIRST -> "marks first, whatever the traffic";
      case MARKS_FIRST_IN_INCAST ->
          "marks first where ingresses feed one queue; one that feeds many may be paused unmarked";
      case PAUSES_FIRST -> "PAUSES FIRST, even one ingress that feeds one queue";
      case NOT_ASKED ->
          check.kminBytes() < 0
              ? "marks nothing"
              : check.margin().classes() == 0 ? "pauses nobody" : "marks what no sender heeds";
    };
  }
}
