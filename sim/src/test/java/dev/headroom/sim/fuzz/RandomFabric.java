package dev.headroom.sim.fuzz;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Failure;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Time;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Fabrics of every shape, with cables of every rate and length. */
final class RandomFabric {
  private static final List<Rate> RATES =
      List.of(
          Rate.ofGbps(10),
          Rate.ofGbps(25),
          Rate.ofGbps(40),
          Rate.ofGbps(50),
          Rate.ofGbps(100),
          Rate.ofGbps(200),
          Rate.ofGbps(400),
          Rate.ofGbps(800),
          Rate.ofGbps(1600),
          new Rate(54_545_000_000L),
          new Rate(33_333_333_333L),
          new Rate(123_456_789_013L),
          new Rate(1_599_999_999_989L));

  private final Dice dice;

  RandomFabric(Dice dice) {
    this.dice = dice;
  }

  Fabric fabric() {
    Fabric shape =
        switch (dice.between(0, 6)) {
          case 0 -> built("single", "hosts", dice.between(2, 24));
          case 1 -> built("dumbbell", "left", dice.between(1, 10), "right", dice.between(1, 10));
          case 2, 3 -> leafSpine();
          case 4 -> built("fat-tree", "k", dice.pick(2, 4), "oversubscription", dice.between(1, 2));
          case 5 ->
              built("ring", "length", dice.between(3, 8), "hostsPerSwitch", dice.between(1, 3));
          default -> graph();
        };
    return cabled(shape);
  }

  private Fabric leafSpine() {
    return built(
        "leaf-spine",
        "leaves",
        dice.between(2, 5),
        "spines",
        dice.between(1, 4),
        "hostsPerLeaf",
        dice.between(1, 6),
        "uplinks",
        dice.between(1, 2));
  }

  private static Fabric built(String shape, Object... told) {
    var topology = Topologies.named(shape).orElseThrow();
    Settings settings = Settings.DEFAULTS;
    for (int i = 0; i < told.length; i += 2) {
      String name = "fabric." + told[i];
      Knob<?> knob =
          topology.parameters().stream()
              .filter(k -> k.name().equals(name))
              .findFirst()
              .orElseThrow();
      settings = settings.with(knob, told[i + 1].toString());
    }
    return topology.build().apply(settings);
  }

  /** Any connected graph of switches, with parallel links, and hosts anywhere. */
  private Fabric graph() {
    int hosts = dice.between(2, 14);
    int switches = dice.between(1, 8);
    List<Node> nodes = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < hosts; i++) {
      nodes.add(new Node(i, "host-" + i, Node.Kind.HOST, 0, i));
      links.add(link(i, hosts + dice.between(0, switches - 1)));
    }
    for (int i = 0; i < switches; i++) {
      nodes.add(new Node(hosts + i, "switch-" + i, Node.Kind.SWITCH, 1, i));
      if (i > 0) {
        links.add(link(hosts + i, hosts + dice.between(0, i - 1)));
      }
    }
    for (int extra = switches < 2 ? 0 : dice.between(0, switches); extra > 0; extra--) {
      int a = dice.between(0, switches - 1);
      links.add(link(hosts + a, hosts + (a + dice.between(1, switches - 1)) % switches));
    }
    return new Fabric("graph", nodes, links);
  }

  private static Link link(int a, int b) {
    return new Link(a, b, Rate.ofGbps(100), Time.ofMicros(1), 0);
  }

  private Fabric cabled(Fabric shape) {
    boolean alike = dice.oneIn(2);
    boolean sameRate = alike || dice.oneIn(2);
    Rate rate = dice.pick(RATES);
    Rate uplinkRate = dice.oneIn(2) ? rate : dice.pick(RATES);
    long delay = delay();
    boolean lossy = dice.oneIn(8);
    List<Link> links = new ArrayList<>();
    for (Link link : shape.links()) {
      boolean access = shape.nodes().get(link.a()).isHost() || shape.nodes().get(link.b()).isHost();
      Rate own = sameRate ? access ? rate : uplinkRate : dice.pick(RATES);
      double loss = lossy && dice.oneIn(3) ? dice.pick(1e-4, 1e-3, 1e-2) : 0;
      double bitErrors = lossy && dice.oneIn(3) ? dice.pick(1e-9, 1e-7) : 0;
      Time length = new Time(alike ? delay : delay());
      links.add(new Link(link.a(), link.b(), own, length, loss, bitErrors));
    }
    return new Fabric(shape.shape(), shape.nodes(), links);
  }

  /** 10 ns to 20 us. */
  private long delay() {
    return dice.oneIn(2) ? dice.anyScale(10_000, 20_000_000) : 1_000_000;
  }

  /** Links that go down, most of them to come up again. */
  List<Failure> failures(Fabric fabric, long horizonPs) {
    List<Failure> events = new ArrayList<>();
    if (dice.oneIn(4)) {
      events.addAll(linksDown(fabric, horizonPs));
    }
    if (dice.oneIn(6)) {
      events.addAll(linkWorse(fabric, horizonPs));
    }
    if (dice.oneIn(8)) {
      events.addAll(storm(fabric, horizonPs));
    }
    events.sort(Comparator.comparing(Failure::at));
    return events;
  }

  private List<Failure> linkWorse(Fabric fabric, long horizonPs) {
    int link = dice.between(0, fabric.links().size() - 1);
    long at = dice.anyScale(1_000, horizonPs);
    double share = dice.pick(0.01, 0.25, 1.0 / 3, 0.5, 1.0);
    Time until = new Time(at + dice.anyScale(10_000, horizonPs));
    LinkQuality worse = new LinkQuality(new Time(at), link, share, dice.pick(0.0, 1e-8, 1e-6));
    return dice.oneIn(3)
        ? List.of(worse)
        : List.of(worse, LinkQuality.restored(until, link, fabric.links().get(link)));
  }

  /** A host that asks for silence, seldom for good; or whose cores are interrupted for a while. */
  private List<Failure> storm(Fabric fabric, long horizonPs) {
    int node = dice.pick(fabric.hosts()).id();
    long at = dice.anyScale(1_000, horizonPs);
    Time until = new Time(at + dice.anyScale(10_000, horizonPs));
    if (dice.oneIn(3)) {
      double perSecond = dice.pick(1e4, 5e5, 2e6);
      return List.of(
          new InterruptStorm(new Time(at), node, perSecond), new InterruptStorm(until, node, 0));
    }
    PauseStorm on = new PauseStorm(new Time(at), node, true);
    PauseStorm off = new PauseStorm(until, node, false);
    return dice.oneIn(4) ? List.of(on) : List.of(on, off);
  }

  private List<LinkEvent> linksDown(Fabric fabric, long horizonPs) {
    List<LinkEvent> events = new ArrayList<>();
    for (int link :
        List.of(
            dice.between(0, fabric.links().size() - 1),
            dice.between(0, fabric.links().size() - 1))) {
      if (events.stream().anyMatch(event -> event.link() == link)) {
        continue;
      }
      long at = dice.anyScale(1_000, horizonPs);
      for (int times = dice.between(1, 2); times > 0; times--) {
        events.add(new LinkEvent(new Time(at), link, false));
        if (times == 1 && dice.oneIn(4)) {
          break;
        }
        at += dice.anyScale(10_000, horizonPs);
        events.add(new LinkEvent(new Time(at), link, true));
        at += dice.anyScale(10_000, horizonPs);
      }
    }
    return events;
  }
}
