package dev.headroom.sim.fuzz;

import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.model.workload.FlowList.Entry;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.Workloads;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Scenarios with fewer entries in their workload, fewer flows, or smaller ones. */
final class FlowCuts {
  private FlowCuts() {}

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
              flows.overrides(i)));
    }
    return entries;
  }

  // --- whole entries ----------------------------------------------------------------------------

  /** Without single entries, with nothing of their own, with less told, or listed flow by flow. */
  static List<Change> plainer(Scenario from) {
    List<Change> changes = new ArrayList<>();
    Pieces pieces = Pieces.of(from);
    for (int i = pieces.programs().size() - 1; i >= 0; i--) {
      int piece = i;
      changes.add(s -> without(s, piece));
    }
    changes.add(s -> Pieces.of(s).with(List.of()).in(s));
    for (int i = 0; i < pieces.programs().size(); i++) {
      int piece = i;
      for (String name : pieces.programs().get(i).recipe().parameters().asMap().keySet()) {
        changes.add(s -> lessTold(s, piece, name));
      }
      for (int again = 0; again < 5; again++) {
        changes.add(s -> half(s, piece));
      }
      changes.add(s -> listed(s, piece));
    }
    return changes;
  }

  private static Scenario without(Scenario s, int piece) {
    Pieces pieces = Pieces.of(s);
    return piece < pieces.programs().size() && pieces.programs().size() > 1
        ? pieces.without(piece).in(s)
        : s;
  }

  private static Scenario lessTold(Scenario s, int piece, String parameter) {
    Pieces pieces = Pieces.of(s);
    if (piece >= pieces.programs().size() || parameter.equals("workload.machine")) {
      return s;
    }
    BuildRecipe recipe = pieces.programs().get(piece).recipe();
    Settings told = recipe.parameters();
    return told.asMap().containsKey(parameter)
        ? told(s, piece, Shrinker.without(parameters(recipe), told, parameter))
        : s;
  }

  private static Scenario half(Scenario s, int piece) {
    Pieces pieces = Pieces.of(s);
    if (piece >= pieces.programs().size()) {
      return s;
    }
    BuildRecipe recipe = pieces.programs().get(piece).recipe();
    return parameters(recipe).stream()
        .filter(knob -> knob.name().equals("workload.size"))
        .findFirst()
        .flatMap(knob ->
            recipe
                .parameters()
                .find(knob)
                .map(Size.class::cast)
                .map(
                    size -> told(s, piece, recipe.parameters().with(knob, size.bytes() / 2 + "B"))))
        .orElse(s);
  }

  private static List<Knob<?>> parameters(BuildRecipe recipe) {
    return Workloads.named(recipe.kind()).map(Workload::parameters).orElse(List.of());
  }

  private static Scenario told(Scenario s, int piece, Settings told) {
    Pieces pieces = Pieces.of(s);
    BuildRecipe recipe = new BuildRecipe(pieces.programs().get(piece).recipe().kind(), told);
    return Pieces.built(recipe, s, piece).map(flows -> pieces.with(piece, flows).in(s)).orElse(s);
  }

  private static Scenario listed(Scenario s, int piece) {
    Pieces pieces = Pieces.of(s);
    if (piece >= pieces.programs().size() || pieces.programs().get(piece) instanceof FlowList) {
      return s;
    }
    FlowProgram flows = pieces.programs().get(piece);
    return flows.flows() == 0 && flows instanceof ScheduledFlows
        ? s
        : pieces.with(piece, new FlowList(entries(flows))).in(s);
  }

  // --- single flows -----------------------------------------------------------------------------

  /** Without some listed flows, from one to another that stays or is beyond the last. */
  static Scenario without(Scenario scenario, int piece, int from, int to) {
    Pieces pieces = Pieces.of(scenario);
    if (!(pieces.programs().get(piece) instanceof FlowList flows)) {
      return scenario;
    }
    List<Entry> entries = entries(flows);
    FlowList fewer = new FlowList(without(entries, from, Math.min(entries.size(), to)));
    return pieces.with(piece, fewer).in(scenario);
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
                e.ports(),
                e.overrides()));
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

  /** With fewer bytes in each listed flow, each from the beginning, or without terms of its own. */
  static List<Change> smaller(Scenario from) {
    List<Change> changes = new ArrayList<>();
    List<FlowProgram> programs = Pieces.of(from).programs();
    for (int i = 0; i < programs.size(); i++) {
      int piece = i;
      for (int j = 0; programs.get(i) instanceof FlowList && j < programs.get(i).flows(); j++) {
        int flow = j;
        for (int again = 0; again < 3; again++) {
          changes.add(s -> changed(s, piece, flow, e -> resized(e, e.bytes() / 2, e.startPs())));
        }
        changes.add(s -> changed(s, piece, flow, e -> resized(e, e.bytes(), 0)));
        changes.add(s -> changed(s, piece, flow, e -> e.with(FlowOverrides.NONE)));
      }
    }
    return changes;
  }

  private static Entry resized(Entry e, long bytes, long startPs) {
    return new Entry(
        e.source(),
        e.destination(),
        bytes,
        startPs,
        e.after(),
        e.afterCompletion(),
        e.ports(),
        e.overrides());
  }

  private static Scenario changed(Scenario s, int piece, int flow, UnaryOperator<Entry> change) {
    Pieces pieces = Pieces.of(s);
    List<Entry> entries = entries(pieces.programs().get(piece));
    Entry smaller = change.apply(entries.get(flow));
    if (smaller.equals(entries.get(flow))) {
      return s;
    }
    entries.set(flow, smaller);
    return pieces.with(piece, new FlowList(entries)).in(s);
  }
}
