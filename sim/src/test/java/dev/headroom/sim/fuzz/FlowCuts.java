package dev.headroom.sim.fuzz;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.model.workload.FlowList.Entry;
import dev.headroom.model.workload.FlowProgram;
import java.util.ArrayList;
import java.util.List;

/** Scenarios with fewer flows, or smaller ones. */
final class FlowCuts {
  private FlowCuts() {}

  private static Scenario with(Scenario scenario, List<Entry> entries) {
    FlowList flows = new FlowList(entries);
    return new Scenario(
        scenario.name(),
        scenario.fabric(),
        scenario.failures(),
        scenario.settings(),
        scenario.overrides(),
        flows.description(),
        flows);
  }

  /** Flows of any program, written out. */
  static List<Entry> entries(FlowProgram flows) {
    List<List<Integer>> after = new ArrayList<>();
    List<List<Integer>> afterCompletion = new ArrayList<>();
    for (int i = 0; i < flows.flows(); i++) {
      after.add(new ArrayList<>());
      afterCompletion.add(new ArrayList<>());
    }
    for (int i = 0; i < flows.flows(); i++) {
      int flow = i;
      flows.whenDelivered(flow, later -> after.get(later).add(flow));
      flows.whenCompleted(flow, later -> afterCompletion.get(later).add(flow));
    }
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < flows.flows(); i++) {
      entries.add(
          new Entry(
              flows.source(i),
              flows.destination(i),
              flows.bytes(i),
              flows.startPs(i),
              after.get(i),
              afterCompletion.get(i),
              flows.fixedPorts(i),
              flows.terms(i)));
    }
    return entries;
  }

  /** Without some flows, from one to another that stays or is beyond the last. */
  static Scenario without(Scenario scenario, int from, int to) {
    List<Entry> entries = entries(scenario.flows());
    return with(scenario, without(entries, from, Math.min(entries.size(), to)));
  }

  private static List<Entry> without(List<Entry> entries, int from, int to) {
    List<Entry> rest = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      if (i < from || i >= to) {
        Entry e = entries.get(i);
        rest.add(
            new Entry(
                e.source(),
                e.destination(),
                e.bytes(),
                e.startPs(),
                renumbered(e.after(), from, to),
                renumbered(e.afterCompletion(), from, to),
                e.ports()));
      }
    }
    return rest;
  }

  private static List<Integer> renumbered(List<Integer> flows, int from, int to) {
    return flows.stream()
        .filter(flow -> flow < from || flow >= to)
        .map(flow -> flow < from ? flow : flow - (to - from))
        .toList();
  }

  /** With fewer bytes in each flow, or with each from the beginning. */
  static List<Change> smaller(Scenario from) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < from.flows().flows(); i++) {
      int flow = i;
      for (int again = 0; again < 3; again++) {
        changes.add(s -> changed(s, flow, entries(s.flows()).get(flow).bytes() / 2, -1));
      }
      changes.add(s -> changed(s, flow, -1, 0));
    }
    return changes;
  }

  private static Scenario changed(Scenario scenario, int flow, long bytes, long startPs) {
    List<Entry> entries = entries(scenario.flows());
    Entry e = entries.get(flow);
    Entry smaller =
        new Entry(
            e.source(),
            e.destination(),
            bytes < 0 ? e.bytes() : bytes,
            startPs < 0 ? e.startPs() : startPs,
            e.after(),
            e.afterCompletion(),
            e.ports());
    if (smaller.equals(e)) {
      return scenario;
    }
    entries.set(flow, smaller);
    return with(scenario, entries);
  }
}
