package dev.headroom.formats.htsim;

import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reader of htsim's inputs: a connection matrix and a topology file. */
public final class HtsimReader {
  private HtsimReader() {}

  /**
   * Reads both files.
   *
   * @param linkSpeed what {@code -linkspeed} would say there: the rate of the hosts
   * @throws dev.headroom.formats.FormatException with everything that is wrong
   */
  public static HtsimInput read(Path matrix, Path topology, Optional<Rate> linkSpeed)
      throws IOException {
    ProblemCollector problems = new ProblemCollector();
    Optional<ConnectionMatrix> flows = ConnectionMatrixReader.read(matrix, problems);
    Optional<HtsimFatTree> topo = TopoReader.read(topology, problems);
    List<FlowList.Entry> entries =
        flows.map(file -> HtsimTriggers.entries(file, problems)).orElse(List.of());
    if (topo.isPresent()) {
      checkSpeed(topology, topo.get(), linkSpeed, problems);
    }
    if (flows.isEmpty() || topo.isEmpty()) {
      problems.throwIfFailed();
      throw new IllegalStateException("no data was read from " + matrix);
    }
    checkHosts(flows.get(), topo.get(), problems);
    List<LinkEvent> failures = failures(flows.get(), topo.get(), problems);
    problems.throwIfFailed();
    return new HtsimInput(
        scenario(flows.get(), topo.get(), entries, failures), problems.warnings());
  }

  private static Scenario scenario(
      ConnectionMatrix file,
      HtsimFatTree topo,
      List<FlowList.Entry> entries,
      List<LinkEvent> failures) {
    Settings settings =
        Settings.DEFAULTS.with(SwitchKnobs.SWITCH_LATENCY, topo.tiers().get(0).latency());
    List<Scenario.Override> overrides = new ArrayList<>();
    String[] names = {"tor-*", "agg-*", "core-*"};
    for (int tier = 1; tier < topo.tiers().size(); tier++) {
      Time latency = topo.tiers().get(tier).latency();
      if (!latency.equals(topo.tiers().get(0).latency())) {
        overrides.add(
            new Scenario.Override(
                names[tier], Settings.DEFAULTS.with(SwitchKnobs.SWITCH_LATENCY, latency)));
      }
    }
    String name = file.file().getFileName().toString().replaceFirst("\\.[^.]*$", "");
    Size total = new Size(entries.stream().mapToLong(FlowList.Entry::bytes).sum());
    return new Scenario(
        name,
        topo.fabric(),
        List.copyOf(failures),
        settings,
        overrides,
        "%s of %s, %s in all"
            .formatted(CountedNoun.of(entries.size(), "flow"), file.file().getFileName(), total),
        new FlowList(entries));
  }

  private static void checkSpeed(
      Path file, HtsimFatTree topo, Optional<Rate> linkSpeed, ProblemCollector problems) {
    Rate downlink = topo.tiers().get(0).rate();
    linkSpeed
        .filter(speed -> !speed.equals(downlink))
        .ifPresent(speed ->
            problems.error(
                file,
                TextWord.NOWHERE,
                "Downlink_speed_Gbps",
                "tier 0 has %s, but the requested link speed is %s".formatted(downlink, speed),
                "a link has one rate in both directions in Headroom: make them equal"));
  }

  private static void checkHosts(
      ConnectionMatrix file, HtsimFatTree topo, ProblemCollector problems) {
    if (file.nodes() > topo.hosts()) {
      problems.error(
          file.file(),
          TextWord.NOWHERE,
          "Nodes",
          "it is for %s, but the topology has %d"
              .formatted(CountedNoun.of(file.nodes(), "host"), topo.hosts()),
          "use files of the same setup");
    } else if (file.nodes() < topo.hosts()) {
      problems.warn(
          file.file(),
          TextWord.NOWHERE,
          "Nodes",
          "it is for %s, but the topology has %d"
              .formatted(CountedNoun.of(file.nodes(), "host"), topo.hosts()),
          "the other hosts stay idle");
    }
  }

  /** A link that has failed is one that goes down at 0. Of a bundle, the first one fails. */
  private static List<LinkEvent> failures(
      ConnectionMatrix file, HtsimFatTree topo, ProblemCollector problems) {
    Fabric fabric = topo.fabric();
    List<LinkEvent> events = new ArrayList<>();
    for (ConnectionMatrix.Failure failure : file.failures()) {
      OptionalInt node = topo.node(failure.type(), failure.switchId());
      OptionalInt link =
          node.isEmpty()
              ? OptionalInt.empty()
              : link(fabric, node.getAsInt(), failure.link(), failure.type());
      if (link.isEmpty()) {
        problems.error(
            file.file(),
            failure.at(),
            "failure",
            node.isEmpty()
                ? "no %s switch %d".formatted(failure.type(), failure.switchId())
                : "this switch has no link %d".formatted(failure.link()),
            "count from 0; only uplinks count, or downlinks at the top tier");
      } else {
        events.add(new LinkEvent(Time.ZERO, link.getAsInt(), false));
      }
    }
    return events;
  }

  private static OptionalInt link(
      Fabric fabric, int node, int wanted, ConnectionMatrix.SwitchType type) {
    boolean up = type != ConnectionMatrix.SwitchType.CORE;
    int tier = fabric.nodes().get(node).tier();
    List<Integer> peers = new ArrayList<>();
    for (int i = 0; i < fabric.links().size(); i++) {
      var link = fabric.links().get(i);
      if (link.a() != node && link.b() != node) {
        continue;
      }
      int peer = link.other(node);
      boolean upwards = fabric.nodes().get(peer).tier() > tier;
      if (upwards == up && !peers.contains(peer)) {
        peers.add(peer);
        if (peers.size() == wanted + 1) {
          return OptionalInt.of(i);
        }
      }
    }
    return OptionalInt.empty();
  }
}
