package dev.headroom.sim.fuzz;

import dev.headroom.model.fabric.Cables;
import dev.headroom.model.fabric.ConnectedComponents;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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

  /**
   * One with some hosts.
   *
   * @param machine its hosts are the NICs of machines with so many each
   */
  Fabric fabric(int machine) {
    Fabric shape = shape();
    while (shape.hosts().size() % machine != 0) {
      shape = dice.oneIn(2) ? rails(machine) : shape();
    }
    // A file lists a graph link by link, and there what nothing joins is a slip.
    return new ConnectedComponents(shape).count() > 1 ? shape : cabled(shape);
  }

  private Fabric shape() {
    return switch (dice.between(0, 7)) {
      case 0 -> built("single", "hosts", dice.between(2, 24));
      case 1 -> built("dumbbell", "left", dice.between(1, 10), "right", dice.between(1, 10));
      case 2, 3 -> leafSpine();
      case 4 -> built("fat-tree", "k", dice.pick(2, 4), "oversubscription", dice.between(1, 2));
      case 5 -> built("ring", "length", dice.between(3, 8), "hostsPerSwitch", dice.between(1, 3));
      case 6 -> rails(dice.pick(2, 4));
      default -> graph();
    };
  }

  /** Servers with a NIC on each rail. */
  private Fabric rails(int rails) {
    return built(
        "rail-optimized",
        "servers",
        dice.between(2, Math.max(2, 16 / rails)),
        "rails",
        rails,
        "serversPerPod",
        dice.between(1, 4),
        "spines",
        dice.between(1, 2),
        "planes",
        rails % 2 == 0 && dice.oneIn(4) ? 2 : 1,
        "links.rate",
        dice.pick(RATES),
        "links.delay",
        new Time(delay()),
        "links.uplinkRate",
        dice.pick(RATES));
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
          Stream.concat(topology.parameters().stream(), Cables.PARAMETERS.stream())
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
}
