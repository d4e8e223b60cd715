package dev.headroom.sim.fuzz;

import dev.headroom.model.fabric.ConnectedComponents;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.model.workload.FlowList.Entry;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Changes to a fabric that make it simpler. What refers to nodes and links that go is numbered
 * anew; a fabric that would fall apart stays as it is.
 */
final class FabricCuts {
  private FabricCuts() {}

  /** Without failures and overrides, and with links that are all alike. */
  static List<Change> plainer(Scenario from) {
    List<Change> changes = new ArrayList<>();
    for (int i = from.failures().size() - 1; i >= 0; i--) {
      int at = i;
      changes.add(s -> {
        List<FailureEvent> fewer = new ArrayList<>(s.failures());
        fewer.remove(at);
        return with(s, s.fabric(), fewer, s.overrides());
      });
    }
    changes.add(s -> s.wear().isEmpty() ? s : withoutWear(s));
    for (int i = from.overrides().size() - 1; i >= 0; i--) {
      int at = i;
      changes.add(s -> {
        List<Scenario.Override> fewer = new ArrayList<>(s.overrides());
        fewer.remove(at);
        return with(s, s.fabric(), s.failures(), fewer);
      });
      for (String name : from.overrides().get(i).settings().asMap().keySet()) {
        changes.add(s -> lessOf(s, at, name));
      }
    }
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
      Scenario s, Fabric fabric, List<FailureEvent> failures, List<Scenario.Override> overrides) {
    return new Scenario(
        s.name(),
        fabric,
        failures,
        s.wear(),
        s.settings(),
        overrides,
        s.workload(),
        s.flows(),
        s.parts());
  }

  private static Scenario withoutWear(Scenario s) {
    return new Scenario(
        s.name(),
        s.fabric(),
        s.failures(),
        List.of(),
        s.settings(),
        s.overrides(),
        s.workload(),
        s.flows(),
        s.parts());
  }

  private static Scenario lessOf(Scenario s, int at, String name) {
    if (at >= s.overrides().size() || s.overrides().get(at).settings().asMap().size() < 2) {
      return s;
    }
    List<Scenario.Override> changed = new ArrayList<>(s.overrides());
    Scenario.Override whole = changed.get(at);
    changed.set(
        at,
        new Scenario.Override(
            whole.select(), Shrinker.without(Knobs.all(), whole.settings(), name)));
    return with(s, s.fabric(), s.failures(), changed);
  }

  /** With fewer hosts, switches and links. */
  static List<Change> smaller(Scenario from) {
    List<Change> changes = new ArrayList<>();
    changes.add(s -> keeping(s, node -> !node.isHost() || isUsed(s, node)));
    for (Node node : from.fabric().hosts()) {
      changes.add(s -> keepsAll(s) ? keeping(s, other -> !other.name().equals(node.name())) : s);
    }
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

  /** Whether a generator says who sends, and so may do with fewer hosts. */
  private static boolean keepsAll(Scenario s) {
    return Pieces.of(s).programs().stream().noneMatch(FlowList.class::isInstance);
  }

  private static boolean isUsed(Scenario s, Node host) {
    int index = s.fabric().hosts().indexOf(host);
    boolean all = Pieces.of(s).programs().stream().anyMatch(flows -> !flows.recipe().isNone());
    for (int flow = 0; !all && flow < s.flows().flows(); flow++) {
      if (s.flows().source(flow) == index || s.flows().destination(flow) == index) {
        return true;
      }
    }
    return all;
  }

  private static Scenario withoutLink(Scenario s, int at) {
    if (at >= s.fabric().links().size() || !s.wear().isEmpty() || isOfLinks(s)) {
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

  private static boolean isOfLinks(Scenario s) {
    return s.overrides().stream().anyMatch(Scenario.Override::isOfLinks);
  }

  private static Map<Integer, Integer> sameNodes(Scenario s) {
    Map<Integer, Integer> same = new HashMap<>();
    s.fabric().nodes().forEach(node -> same.put(node.id(), node.id()));
    return same;
  }

  /** Failures with the new numbers of links and nodes; without those of what is gone. */
  private static List<FailureEvent> moved(
      Scenario s, Map<Integer, Integer> nodes, Map<Integer, Integer> links) {
    List<FailureEvent> moved = new ArrayList<>();
    for (FailureEvent failure : s.failures()) {
      Integer at =
          switch (failure) {
            case LinkEvent event -> links.get(event.link());
            case LinkQuality quality -> links.get(quality.link());
            case PauseStorm storm -> nodes.get(storm.node());
            case InterruptStorm storm -> nodes.get(storm.node());
            case SlowReceiver slow -> nodes.get(slow.node());
            case NicFreeze still -> nodes.get(still.node());
          };
      if (at != null) {
        moved.add(
            switch (failure) {
              case LinkEvent event -> new LinkEvent(event.at(), at, event.up());
              case LinkQuality q -> new LinkQuality(q.at(), at, q.rateShare(), q.bitErrors());
              case PauseStorm storm -> new PauseStorm(storm.at(), at, storm.on());
              case InterruptStorm storm -> new InterruptStorm(storm.at(), at, storm.perSecond());
              case SlowReceiver slow -> new SlowReceiver(slow.at(), at, slow.drain());
              case NicFreeze still -> new NicFreeze(still.at(), at, still.on());
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
    Scenario smaller =
        with(
            s,
            new Fabric(s.fabric().shape(), nodes, kept),
            moved(s, ids, links),
            s.overrides().stream().filter(o -> selects(o, nodes)).toList());
    return !hangsTogether(smaller) || !s.wear().isEmpty() || isOfLinks(s)
        ? s
        : resettled(smaller, hosts, s);
  }

  private static boolean selects(Scenario.Override override, List<Node> nodes) {
    return nodes.stream().anyMatch(n -> n.name().equals(override.select()))
        || override.select().contains("*");
  }

  /** With flows between the hosts that are left; the one before where a generator needs others. */
  private static Scenario resettled(
      Scenario smaller, Map<Integer, Integer> hosts, Scenario before) {
    Pieces pieces = Pieces.of(before);
    for (int i = 0; i < pieces.programs().size(); i++) {
      FlowProgram flows = pieces.programs().get(i);
      Optional<FlowProgram> other =
          flows instanceof FlowList
              ? Optional.of(new FlowList(settled(flows, hosts)))
              : Pieces.built(flows.recipe(), smaller, i);
      if (other.isEmpty()) {
        return before;
      }
      pieces = pieces.with(i, other.get());
    }
    return pieces.in(smaller);
  }

  private static List<Entry> settled(FlowProgram flows, Map<Integer, Integer> hosts) {
    List<Entry> entries = new ArrayList<>();
    for (Entry e : FlowCuts.entries(flows)) {
      entries.add(
          new Entry(
              hosts.getOrDefault(e.source(), -1),
              hosts.getOrDefault(e.destination(), -1),
              e.bytes(),
              e.startPs(),
              e.after(),
              e.afterCompletion(),
              e.ports(),
              e.overrides()));
    }
    return entries;
  }

  /** The smaller one if all its nodes still hang together, else the one before. */
  private static Scenario connected(Scenario smaller, Scenario before) {
    return hangsTogether(smaller) ? smaller : before;
  }

  private static boolean hangsTogether(Scenario s) {
    return new ConnectedComponents(s.fabric()).count() <= 1;
  }
}
