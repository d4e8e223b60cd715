package dev.headroom.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class TopologiesTest {

  /** Every shape with random parameters; the seed is in the test's name. */
  static Stream<Arguments> random() {
    return Topologies.all().stream()
        .flatMap(topology ->
            IntStream.range(0, 25).mapToObj(seed -> Arguments.of(topology.name(), seed)));
  }

  private static Fabric build(String name, int seed) {
    Topology topology = Topologies.named(name).orElseThrow();
    SplittableRandom random = new SplittableRandom(seed);
    Settings settings = Settings.DEFAULTS;
    for (Knob<?> knob : topology.parameters()) {
      int least = Integer.parseInt(knob.range().getFirst());
      int value = least + ("fabric.planes".equals(knob.name()) ? 0 : random.nextInt(7));
      settings =
          settings.with(
              knob, String.valueOf("fabric.k".equals(knob.name()) ? 2 + value / 2 * 2 : value));
    }
    assertThat(topology.check().apply(settings)).isEmpty();
    return topology.build().apply(settings);
  }

  @ParameterizedTest
  @MethodSource("random")
  void shouldJoinAllHostsByOneLinkEachAndSwitchesBySwitches(String name, int seed) {
    Fabric fabric = build(name, seed);
    assertThat(FabricChecks.check(fabric)).isEmpty();
    List<List<Integer>> ports = fabric.ports();
    for (Node node : fabric.nodes()) {
      assertThat(fabric.nodes().get(node.id())).isEqualTo(node);
      if (node.isHost()) {
        assertThat(ports.get(node.id())).hasSize(1);
        assertThat(node.tier()).isZero();
      }
    }
    assertThat(fabric.nodes().stream().map(Node::name)).doesNotHaveDuplicates();
    assertThat(fabric.links().stream().allMatch(link -> link.a() != link.b())).isTrue();
  }

  @ParameterizedTest
  @MethodSource("random")
  void shouldGiveTheSameFabricForTheSameRecipe(String name, int seed) {
    Fabric fabric = build(name, seed);
    Topology topology = Topologies.named(fabric.recipe().kind()).orElseThrow();
    assertThat(topology.build().apply(fabric.recipe().parameters())).isEqualTo(fabric);
  }

  private static Fabric built(String name, String... values) {
    Topology topology = Topologies.named(name).orElseThrow();
    Settings settings = Settings.DEFAULTS;
    List<Knob<?>> known =
        Stream.concat(topology.parameters().stream(), Cables.PARAMETERS.stream()).toList();
    for (String value : values) {
      String[] pair = value.split("=", 2);
      Knob<?> knob =
          known.stream()
              .filter(k -> k.name().equals("fabric." + pair[0]))
              .findFirst()
              .orElseThrow();
      settings = settings.with(knob, pair[1]);
    }
    return topology.build().apply(settings);
  }

  private static long ports(Fabric fabric, String node) {
    int id =
        fabric.nodes().stream().filter(n -> n.name().equals(node)).findFirst().orElseThrow().id();
    return fabric.ports().get(id).size();
  }

  private static long links(Fabric fabric, int tierA, int tierB) {
    return fabric.links().stream()
        .filter(link ->
            fabric.nodes().get(link.a()).tier() == tierA
                && fabric.nodes().get(link.b()).tier() == tierB)
        .count();
  }

  @Test
  void shouldGiveAFatTreeItsPortsAndFullBisection() {
    for (int k : new int[] {2, 4, 8, 16}) {
      Fabric fabric = built("fat-tree", "k=" + k);
      assertThat(fabric.hosts()).hasSize(k * k * k / 4);
      assertThat(fabric.switches()).hasSize(5 * k * k / 4);
      fabric.switches().forEach(node -> assertThat(ports(fabric, node.name())).isEqualTo(k));
      assertThat(links(fabric, 0, 1)).isEqualTo(links(fabric, 1, 2)).isEqualTo(links(fabric, 2, 3));
    }
  }

  @Test
  void shouldJoinEveryCoreToEveryPodOnce() {
    Fabric fabric = built("fat-tree", "k=8");
    for (Node core : fabric.switches().stream().filter(node -> node.tier() == 3).toList()) {
      List<Integer> pods =
          fabric.ports().get(core.id()).stream()
              .map(link -> fabric.nodes().get(fabric.links().get(link).other(core.id())).group())
              .sorted()
              .collect(Collectors.toList());
      assertThat(pods).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }
  }

  @Test
  void shouldOversubscribeTheEdgeOfAFatTree() {
    Fabric fabric = built("fat-tree", "k=4", "oversubscription=3");
    assertThat(fabric.hosts()).hasSize(48);
    assertThat(links(fabric, 0, 1)).isEqualTo(3 * links(fabric, 1, 2));
  }

  @Test
  void shouldSayHowFarItIsOversubscribed() {
    assertThat(Oversubscription.of(built("fat-tree", "k=4", "oversubscription=3"))).isEqualTo(3);
    assertThat(Oversubscription.of(built("fat-tree", "k=4"))).isEqualTo(1);
    assertThat(Oversubscription.of(built("leaf-spine", "leaves=4", "spines=2", "hostsPerLeaf=5")))
        .isEqualTo(2.5);
    assertThat(Oversubscription.of(built("leaf-spine", "leaves=4", "spines=8", "hostsPerLeaf=4")))
        .as("more than enough")
        .isEqualTo(1);
    assertThat(Oversubscription.of(built("single", "hosts=3"))).isEqualTo(1);
  }

  /** Nor do receivers with credit to grant begin to hold it back for a link that is slow. */
  @Test
  void shouldNotCallItOversubscribedForSingleSlowLinks() {
    Fabric fabric = built("leaf-spine", "leaves=4", "spines=4", "hostsPerLeaf=4");
    Settings told = Settings.DEFAULTS.with(Cables.RATE_OF_LINKS, Rate.ofGbps(10));
    Fabric slow = fabric.with(new LinkException("leaf-0/spine-0", told), List.of(16));
    assertThat(slow.links().get(16).rate()).isEqualTo(Rate.ofGbps(10));
    assertThat(slow.linksAsBuilt()).isEqualTo(fabric.links());
    assertThat(Oversubscription.of(slow)).isEqualTo(1);
  }

  @Test
  void shouldPutEachRailOfAPodOnALeafOfItsOwn() {
    Fabric fabric = built("rail-optimized", "servers=6", "rails=4", "serversPerPod=3", "spines=2");
    assertThat(fabric.hosts()).hasSize(24);
    assertThat(fabric.switches()).hasSize(2 * 4 + 2);
    for (Node host : fabric.hosts()) {
      Link link = fabric.links().get(fabric.ports().get(host.id()).getFirst());
      String[] name = host.name().split("-");
      int pod = Integer.parseInt(name[1]) / 3;
      assertThat(fabric.nodes().get(link.other(host.id())).name())
          .isEqualTo("leaf-%d-rail-%s".formatted(pod, name[3]));
      assertThat(host.group()).isEqualTo(Integer.parseInt(name[1]));
    }
    assertThat(ports(fabric, "spine-0")).isEqualTo(8);
  }

  @Test
  void shouldJoinEachLeafToEachSpineAsOftenAsAsked() {
    Fabric fabric =
        built(
            "leaf-spine",
            "leaves=3",
            "spines=2",
            "hostsPerLeaf=5",
            "uplinks=4",
            "links.rate=100Gbps",
            "links.uplinkRate=400Gbps");
    assertThat(ports(fabric, "leaf-2")).isEqualTo(5 + 8);
    assertThat(ports(fabric, "spine-1")).isEqualTo(12);
    assertThat(fabric.links().stream().filter(link -> link.rate().gbps() == 400)).hasSize(24);
  }

  @Test
  void shouldTurnLengthsIntoDelays() {
    assertThat(built("single", "links.cable=198m").links().getFirst().delay()).hasToString("1us");
    Fabric fabric = built("dumbbell", "links.cable=0m", "links.uplinkCable=19800m");
    assertThat(fabric.links().getFirst().delay().ps()).isZero();
    assertThat(fabric.links().getLast().delay()).hasToString("100us");
  }

  @Test
  void shouldComplainOfOddFatTreesAndFabricsThatAreTooLarge() {
    Topology fatTree = Topologies.named("fat-tree").orElseThrow();
    assertThat(fatTree.check().apply(Settings.DEFAULTS.with(FatTree.K, 5L)))
        .singleElement()
        .satisfies(complaint -> assertThat(complaint.key()).isEqualTo("fabric.k"));
    assertThat(fatTree.check().apply(Settings.DEFAULTS.with(FatTree.K, 128L))).hasSize(1);
    Topology leafSpine = Topologies.named("leaf-spine").orElseThrow();
    assertThat(leafSpine.check().apply(Settings.DEFAULTS.with(LeafSpine.SPINES, 4096L))).hasSize(1);
    assertThat(Knobs.named("fabric.k")).isEmpty(); // a parameter of a topology is no knob of a run
  }

  @Test
  void shouldNameTwoHostsThatCannotReachEachOther() {
    Cable cable = new Cable(Cables.RATE_OF_LINKS.fallback().orElseThrow(), Time.ZERO, 0, 0);
    FabricBuilder wiring = new FabricBuilder();
    wiring.host("a", 0);
    wiring.host("b", 1);
    wiring.host("c", 2);
    int left = wiring.device("left", 1, 0);
    int right = wiring.device("right", 1, 1);
    wiring.link(0, left, cable);
    wiring.link(1, left, cable);
    wiring.link(2, right, cable);
    assertThat(FabricChecks.check(wiring.build("islands", BuildRecipe.NONE)))
        .singleElement()
        .satisfies(
            complaint -> assertThat(complaint.what()).isEqualTo("no links connect c with a"));
  }

  /**
   * DeepSeek-AI, Insights into DeepSeek-V3, ISCA 2025, table 3: a multi-plane fat tree of switches
   * with 64 ports and eight planes has 16,384 endpoints, 768 switches and 16,384 links between
   * switches.
   */
  @Test
  void shouldBuildTheMultiPlaneFatTree() {
    Topology topology = Topologies.named("rail-optimized").orElseThrow();
    Settings settings =
        Settings.DEFAULTS
            .with(RailOptimized.SERVERS, "2048")
            .with(RailOptimized.RAILS, "8")
            .with(RailOptimized.SERVERS_PER_POD, "32")
            .with(RailOptimized.SPINES, "32")
            .with(RailOptimized.PLANES, "8");
    assertThat(topology.check().apply(settings)).isEmpty();

    Fabric fabric = topology.build().apply(settings);

    assertThat(fabric.hosts()).hasSize(16_384);
    assertThat(fabric.switches()).hasSize(768);
    assertThat(fabric.links().size() - fabric.hosts().size()).isEqualTo(16_384);
    assertThat(new ConnectedComponents(fabric).count()).isEqualTo(8);
    List<List<Integer>> ports = fabric.ports();
    assertThat(fabric.switches()).allMatch(node -> ports.get(node.id()).size() == 64);
  }
}
