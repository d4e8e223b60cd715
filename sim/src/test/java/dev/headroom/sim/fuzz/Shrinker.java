package dev.headroom.sim.fuzz;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Failure;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Time;
import dev.headroom.model.workload.FlowList;
import dev.headroom.model.workload.FlowList.Entry;
import dev.headroom.model.workload.FlowProgram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Makes a scenario that fails smaller as long as it still fails: fewer flows, fewer bytes, features
 * off one at a time, fewer hosts and links.
 */
@SuppressWarnings("ReferenceEquality") // a case that is the same object has not shrunk
final class Shrinker {
  private final Predicate<Scenario> fails;
  private int attempts;

  /**
   * @param attempts runs that may be spent
   */
  Shrinker(Predicate<Scenario> fails, int attempts) {
    this.fails = fails;
    this.attempts = attempts;
  }

  Scenario shrink(Scenario failing) {
    Scenario best = failing;
    boolean smaller = true;
    while (smaller && attempts > 0) {
      Scenario before = best;
      best = fewerFlows(best);
      best = first(best, simplerSettings(best));
      best = first(best, otherwiseSimpler(best));
      best = first(best, smallerFabrics(best));
      best = first(best, smallerFlows(best));
      smaller = best != before;
    }
    return best;
  }

  private boolean stillFails(Scenario candidate) {
    return attempts-- > 0 && fails.test(candidate);
  }

  /** Applies, one on top of the other, all changes under which it still fails. */
  private Scenario first(Scenario from, List<Change> changes) {
    Scenario best = from;
    for (Change change : changes) {
      Scenario candidate = change.of(best);
      if (candidate != best && stillFails(candidate)) {
        best = candidate;
      }
    }
    return best;
  }

  /** A change; it returns its argument where there is nothing to change. */
  @FunctionalInterface
  private interface Change {
    Scenario of(Scenario scenario);
  }

  // --- flows ------------------------------------------------------------------------------------

  private Scenario fewerFlows(Scenario from) {
    Scenario best = from;
    for (int chunk = Math.max(1, best.flows().flows() / 2); chunk > 0; chunk /= 2) {
      for (int at = 0; at < best.flows().flows(); ) {
        List<Entry> entries = entries(best.flows());
        Scenario candidate = with(best, without(entries, at, Math.min(entries.size(), at + chunk)));
        if (stillFails(candidate)) {
          best = candidate;
        } else {
          at += chunk;
        }
        if (attempts <= 0) {
          return best;
        }
      }
    }
    return best;
  }

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

  private static List<Entry> entries(FlowProgram flows) {
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
              flows.fixedPorts(i)));
    }
    return entries;
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

  private static List<Change> smallerFlows(Scenario from) {
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

  // --- settings, failures, overrides ------------------------------------------------------------

  private static List<Change> simplerSettings(Scenario from) {
    List<Change> changes = new ArrayList<>();
    for (String name : from.settings().asMap().keySet()) {
      if (!name.equals(RunKnobs.STOP.name())) {
        changes.add(scenario -> scenario.with(without(scenario.settings(), name)));
      }
    }
    return changes;
  }

  private static Settings without(Settings settings, String name) {
    Settings rest = Settings.DEFAULTS;
    for (Knob<?> knob : Knobs.all()) {
      if (settings.isSet(knob) && !knob.name().equals(name)) {
        rest = rest.with(knob, settings.print(knob).orElseThrow());
      }
    }
    return rest;
  }

  private static List<Change> otherwiseSimpler(Scenario from) {
    List<Change> changes = new ArrayList<>();
    for (int i = from.failures().size() - 1; i >= 0; i--) {
      int at = i;
      changes.add(s -> {
        List<Failure> fewer = new ArrayList<>(s.failures());
        fewer.remove(at);
        return with(s, s.fabric(), fewer, s.overrides());
      });
    }
    changes.add(s -> s.overrides().isEmpty() ? s : with(s, s.fabric(), s.failures(), List.of()));
    changes.add(s -> cabled(s, l -> new Link(l.a(), l.b(), l.rate(), l.delay(), 0)));
    changes.add(s ->
        cabled(
            s, l -> new Link(l.a(), l.b(), Rate.ofGbps(100), l.delay(), l.loss(), l.bitErrors())));
    changes.add(s ->
        cabled(
            s, l -> new Link(l.a(), l.b(), l.rate(), Time.ofMicros(1), l.loss(), l.bitErrors())));
    return changes;
  }

  private static Scenario cabled(Scenario s, UnaryOperator<Link> change) {
    List<Link> links = s.fabric().links().stream().map(change).toList();
    return links.equals(s.fabric().links())
        ? s
        : with(
            s,
            new Fabric(s.fabric().shape(), s.fabric().nodes(), links),
            s.failures(),
            s.overrides());
  }

  private static Scenario with(
      Scenario s, Fabric fabric, List<Failure> failures, List<Scenario.Override> overrides) {
    return new Scenario(
        s.name(), fabric, failures, s.settings(), overrides, s.workload(), s.flows());
  }

  // --- fabric -----------------------------------------------------------------------------------

  private static List<Change> smallerFabrics(Scenario from) {
    List<Change> changes = new ArrayList<>();
    changes.add(s -> keeping(s, node -> !node.isHost() || isUsed(s, node)));
    for (Node node : from.fabric().switches()) {
      changes.add(s -> keeping(s, other -> !other.name().equals(node.name())));
    }
    for (int i = from.fabric().links().size() - 1; i >= 0; i--) {
      Link link = from.fabric().links().get(i);
      if (!from.fabric().nodes().get(link.a()).isHost()) {
        int at = i;
        changes.add(s -> withoutLink(s, at));
      }
    }
    return changes;
  }

  private static boolean isUsed(Scenario s, Node host) {
    int index = s.fabric().hosts().indexOf(host);
    for (int flow = 0; flow < s.flows().flows(); flow++) {
      if (s.flows().source(flow) == index || s.flows().destination(flow) == index) {
        return true;
      }
    }
    return false;
  }

  private static Scenario withoutLink(Scenario s, int at) {
    if (at >= s.fabric().links().size()) {
      return s;
    }
    Map<Integer, Integer> links = new HashMap<>();
    List<Link> kept = new ArrayList<>();
    for (int i = 0; i < s.fabric().links().size(); i++) {
      if (i != at) {
        links.put(i, kept.size());
        kept.add(s.fabric().links().get(i));
      }
    }
    return connected(
        with(
            s,
            new Fabric(s.fabric().shape(), s.fabric().nodes(), kept),
            moved(s, sameNodes(s), links),
            s.overrides()),
        s);
  }

  private static Map<Integer, Integer> sameNodes(Scenario s) {
    Map<Integer, Integer> same = new HashMap<>();
    s.fabric().nodes().forEach(node -> same.put(node.id(), node.id()));
    return same;
  }

  /** Failures with the new numbers of links and nodes; without those of what is gone. */
  private static List<Failure> moved(
      Scenario s, Map<Integer, Integer> nodes, Map<Integer, Integer> links) {
    List<Failure> moved = new ArrayList<>();
    for (Failure failure : s.failures()) {
      Integer at =
          switch (failure) {
            case LinkEvent event -> links.get(event.link());
            case LinkQuality quality -> links.get(quality.link());
            case PauseStorm storm -> nodes.get(storm.node());
            case InterruptStorm storm -> nodes.get(storm.node());
          };
      if (at != null) {
        moved.add(
            switch (failure) {
              case LinkEvent event -> new LinkEvent(event.at(), at, event.up());
              case LinkQuality q -> new LinkQuality(q.at(), at, q.rateShare(), q.bitErrors());
              case PauseStorm storm -> new PauseStorm(storm.at(), at, storm.on());
              case InterruptStorm storm -> new InterruptStorm(storm.at(), at, storm.perSecond());
            });
      }
    }
    return moved;
  }

  private static Scenario keeping(Scenario s, Predicate<Node> keep) {
    Map<Integer, Integer> ids = new TreeMap<>();
    List<Node> nodes = new ArrayList<>();
    Map<Integer, Integer> hosts = new HashMap<>();
    int host = 0;
    int keptHosts = 0;
    for (Node node : s.fabric().nodes()) {
      if (keep.test(node)) {
        ids.put(node.id(), nodes.size());
        nodes.add(new Node(nodes.size(), node.name(), node.kind(), node.tier(), node.group()));
        if (node.isHost()) {
          hosts.put(host, keptHosts++);
        }
      }
      host += node.isHost() ? 1 : 0;
    }
    if (nodes.size() == s.fabric().nodes().size()) {
      return s;
    }
    Map<Integer, Integer> links = new HashMap<>();
    List<Link> kept = new ArrayList<>();
    for (int i = 0; i < s.fabric().links().size(); i++) {
      Link link = s.fabric().links().get(i);
      Integer a = ids.get(link.a());
      Integer b = ids.get(link.b());
      if (a != null && b != null) {
        links.put(i, kept.size());
        kept.add(new Link(a, b, link.rate(), link.delay(), link.loss(), link.bitErrors()));
      }
    }
    List<Entry> entries = new ArrayList<>();
    for (Entry e : entries(s.flows())) {
      entries.add(
          new Entry(
              hosts.getOrDefault(e.source(), -1),
              hosts.getOrDefault(e.destination(), -1),
              e.bytes(),
              e.startPs(),
              e.after(),
              e.afterCompletion(),
              e.ports()));
    }
    Fabric fabric = new Fabric(s.fabric().shape(), nodes, kept);
    FlowList flows = new FlowList(entries);
    return connected(
        new Scenario(
            s.name(),
            fabric,
            moved(s, ids, links),
            s.settings(),
            s.overrides(),
            flows.description(),
            flows),
        s);
  }

  /** The smaller one if all its nodes still hang together, else the one before. */
  private static Scenario connected(Scenario smaller, Scenario before) {
    int n = smaller.fabric().nodes().size();
    boolean[] reached = new boolean[n];
    if (n > 0) {
      reached[0] = true;
    }
    for (int round = 0; round < n; round++) {
      for (Link link : smaller.fabric().links()) {
        boolean either = reached[link.a()] || reached[link.b()];
        reached[link.a()] = either;
        reached[link.b()] = either;
      }
    }
    for (boolean one : reached) {
      if (!one) {
        return before;
      }
    }
    return smaller;
  }
}
