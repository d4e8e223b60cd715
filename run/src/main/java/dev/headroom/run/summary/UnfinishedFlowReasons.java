package dev.headroom.run.summary;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.FlowTrafficClass;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.UnfinishedFlow;
import dev.headroom.sim.measure.Deadlock;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/** Reasons why flows are unfinished. */
final class UnfinishedFlowReasons {
  private static final int NAMED = 3;

  private final Scenario scenario;
  private final RunResult result;
  private final List<Node> hosts;

  UnfinishedFlowReasons(Scenario scenario, RunResult result) {
    this.scenario = scenario;
    this.result = result;
    this.hosts = scenario.fabric().hosts();
  }

  List<UnfinishedFlow> of(List<FlowResult> unfinished, BitSet undelivered, BitSet uncompleted) {
    Map<Integer, List<Integer>> waits = waits(unfinished, undelivered, uncompleted);
    List<UnfinishedFlow> unfinishedFlow = new ArrayList<>();
    for (FlowResult flow : unfinished) {
      unfinishedFlow.add(
          new UnfinishedFlow(
              flow.flow(),
              hosts.get(flow.source()).name() + " → " + hosts.get(flow.destination()).name(),
              flow.bytes(),
              flow.deliveredBytes(),
              reason(flow, waits.getOrDefault(flow.flow(), List.of())),
              isUnderWay(flow) && (isHeld(flow) || isInside(flow))));
    }
    return unfinishedFlow;
  }

  /** What a deadlock is, and how many flows stand in it, in words. */
  static String deadlock(RunSummary summary) {
    List<UnfinishedFlow> known = summary.flows().unfinishedFlow();
    long inside = known.stream().filter(UnfinishedFlow::deadlocked).count();
    String many = known.size() < summary.unfinished() ? "at least " : "";
    return many
        + NumberText.plural(inside, "flow is", "flows are")
        + " blocked in it: "
        + ring(summary.result().deadlock(), summary.scenario());
  }

  private static boolean isUnderWay(FlowResult flow) {
    return flow.failure().isEmpty() && flow.startPs() >= 0 && flow.deliveredPs() < 0;
  }

  /** Whether its sender is paused in a deadlock. */
  private boolean isHeld(FlowResult flow) {
    return result.deadlock().pauses().stream().anyMatch(pause -> holds(pause, flow));
  }

  /** Whether a pause is of a flow's sender, in its class where that is the queue's. */
  private boolean holds(PauseSpan pause, FlowResult flow) {
    Node sender = sender(flow);
    return pause.node() == sender.id()
        && (mapsClasses(sender) || pause.priority() == FlowTrafficClass.of(scenario, flow.flow()));
  }

  private boolean mapsClasses(Node host) {
    Settings own = scenario.at(host);
    return own.isSet(ClassKnobs.HOST_DSCP_MAP) || own.get(CreditKnobs.CREDITS);
  }

  /** Whether packets of its stand in a deadlock. */
  private boolean isInside(FlowResult flow) {
    return result.deadlock().flows().get(flow.flow());
  }

  private String reason(FlowResult flow, List<Integer> waitsFor) {
    if (!flow.failure().isEmpty()) {
      return flow.failure()
          + UnacknowledgedFlows.missing(scenario, flow.flow(), flow.bytes(), flow.deliveredBytes());
    }
    if (flow.startPs() < 0) {
      return neverStarted(flow, waitsFor);
    }
    return hosts(flow) + underWay(flow);
  }

  /** Whose link to memory stood still: of its ends, or of hosts that stand pausing others. */
  private String hosts(FlowResult flow) {
    Set<String> names = new LinkedHashSet<>();
    names.add(sender(flow).name());
    names.add(hosts.get(flow.destination()).name());
    if (!paused(flow).isEmpty()) {
      result.pauseSpans().stream()
          .filter(span -> span.toPs() >= result.endPs())
          .map(span -> scenario.fabric().nodes().get(span.by()))
          .filter(Node::isHost)
          .forEach(host -> names.add(host.name()));
    }
    return result.slots().stream()
        .filter(slot -> !slot.stallText().isEmpty() && names.contains(slot.host()))
        .limit(NAMED)
        .map(slot -> slot.stallText() + "; ")
        .collect(Collectors.joining());
  }

  private String underWay(FlowResult flow) {
    String sentAgain =
        flow.retransmissions() == 0
            ? ""
            : ", "
                + NumberText.plural(flow.retransmissions(), "packet", "packets")
                + " retransmitted";
    if (flow.deliveredPs() >= 0) {
      return "delivered, but its completion did not return" + sentAgain;
    }
    return deadlocked(flow)
        .map(why -> why + progress(flow) + sentAgain)
        .orElseGet(() -> paused(flow) + pace(flow) + sentAgain);
  }

  /** Whether the flow stands in a deadlock, itself or its packets; where so, in words. */
  private Optional<String> deadlocked(FlowResult flow) {
    if (!isHeld(flow) && !isInside(flow)) {
      return Optional.empty();
    }
    return Optional.of(
        "deadlock: " + (isHeld(flow) ? paused(flow) : "its packets are blocked in switches; "));
  }

  /** The cycle of a deadlock, by the names of its nodes. */
  static String ring(Deadlock deadlock, Scenario scenario) {
    Fabric fabric = scenario.fabric();
    List<Integer> ring = deadlock.ring();
    List<String> names =
        ring.stream().limit(NAMED).map(node -> fabric.nodes().get(node).name()).toList();
    int more = ring.size() - names.size();
    return FlowControlTerms.in(scenario).cycle()
        + " through "
        + (more > 0
            ? String.join(", ", names) + " and " + more + " more"
            : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast());
  }

  private Node sender(FlowResult flow) {
    return hosts.get(flow.source());
  }

  private String neverStarted(FlowResult flow, List<Integer> waitsFor) {
    if (!waitsFor.isEmpty()) {
      StringBuilder text = new StringBuilder("never started: waits for flow");
      text.append(waitsFor.size() == 1 ? " " : "s ");
      for (int i = 0; i < Math.min(NAMED, waitsFor.size()); i++) {
        text.append(i == 0 ? "" : ", ").append(waitsFor.get(i));
      }
      if (waitsFor.size() > NAMED) {
        text.append(" and ").append(waitsFor.size() - NAMED).append(" more");
      }
      return text.toString();
    }
    if (scenario.flows().schedules().stream().anyMatch(part -> part.has(flow.flow()))) {
      return "never started: the step that sends it did not finish";
    }
    long startPs = scenario.flows().startPs(flow.flow());
    return startPs > result.endPs()
        ? "never started: its start time is " + NumberText.time(startPs)
        : "never started: its queue pair still had an earlier flow to send";
  }

  private String paused(FlowResult flow) {
    for (PauseSpan span : result.pauseSpans()) {
      if (span.toPs() >= result.endPs() && holds(span, flow)) {
        String by = scenario.fabric().nodes().get(span.by()).name();
        return "its sender was %s %s since %s; "
            .formatted(FlowControlTerms.in(scenario).stood(), by, NumberText.time(span.fromPs()));
      }
    }
    return "";
  }

  private String pace(FlowResult flow) {
    long tookPs = result.endPs() - flow.startPs();
    if (flow.deliveredBytes() == 0 || tookPs <= 0) {
      return progress(flow);
    }
    double bps = flow.deliveredBytes() * 8e12 / tookPs;
    double leftPs = (flow.bytes() - flow.deliveredBytes()) * 8e12 / bps;
    return progress(flow)
        + " at "
        + NumberText.rate(bps)
        + ", needs about "
        + NumberText.time(leftPs)
        + " more at that rate";
  }

  private String progress(FlowResult flow) {
    long tookPs = result.endPs() - flow.startPs();
    return flow.deliveredBytes() == 0 || tookPs <= 0
        ? "no bytes acknowledged in " + NumberText.time(Math.max(0, tookPs))
        : NumberText.percent((double) flow.deliveredBytes() / flow.bytes()) + " done";
  }

  /** For flows that never started, the flows they still wait for. */
  private Map<Integer, List<Integer>> waits(
      List<FlowResult> unfinished, BitSet undelivered, BitSet uncompleted) {
    FlowProgram program = scenario.flows();
    BitSet asked = new BitSet();
    for (FlowResult flow : unfinished) {
      if (flow.startPs() < 0 && program.needs(flow.flow()) > 0) {
        asked.set(flow.flow());
      }
    }
    Map<Integer, List<Integer>> waits = new HashMap<>();
    if (asked.isEmpty()) {
      return waits;
    }
    for (int i = uncompleted.nextSetBit(0); i >= 0; i = uncompleted.nextSetBit(i + 1)) {
      int earlier = i;
      IntConsumer note =
          later -> {
            if (asked.get(later)) {
              waits.computeIfAbsent(later, _ -> new ArrayList<>()).add(earlier);
            }
          };
      program.whenCompleted(earlier, note);
      if (undelivered.get(earlier)) {
        program.whenDelivered(earlier, note);
      }
    }
    return waits;
  }
}
