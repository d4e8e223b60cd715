package dev.headroom.formats.hpcc;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.PerRate;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Presets;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How that simulator divides a switch's buffer ({@code third.cc}, {@code SwitchMmu}). With B a
 * port's rate, d its link's delay and N the rate of the first host's first port:
 *
 * <pre>
 *   headroom  = 3 · floor(B · d / 8)
 *   alpha     = 1/8, doubled for each doubling of B over N, at most 1
 *   threshold = alpha · (buffer - sum(headroom + 4 KiB) over ports - shared bytes in use)
 * </pre>
 *
 * At 100 Gb/s and 1 us the headroom is 37,500 B.
 */
final class HpccBuffers {
  /** Set aside for each port before the shared pool is touched. */
  private static final Size RESERVED =
      Presets.named("hpcc-ns3").orElseThrow().settings().get(SwitchKnobs.RESERVED);

  private static final int HEADROOM_DELAYS = 3;
  private static final int ALPHA_SHIFT = 3;

  private final Fabric fabric;
  private final List<Map<Rate, Size>> headroom = new ArrayList<>();
  private boolean mixed;

  HpccBuffers(Fabric fabric) {
    this.fabric = fabric;
    fabric.nodes().forEach(node -> headroom.add(new TreeMap<>()));
    for (Link link : fabric.links()) {
      port(link.a(), link);
      port(link.b(), link);
    }
  }

  private void port(int node, Link link) {
    Size size = headroom(link);
    Size other = headroom.get(node).put(link.rate(), size);
    if (other != null && !other.equals(size) && !fabric.nodes().get(node).isHost()) {
      mixed = true;
      headroom.get(node).put(link.rate(), other.compareTo(size) > 0 ? other : size);
    }
  }

  private static Size headroom(Link link) {
    long bytes = link.rate().bps() * (link.delay().ps() / 1_000) / 8 / 1_000_000_000;
    return new Size(HEADROOM_DELAYS * bytes);
  }

  /**
   * Whether some switch has ports of one rate on links of several delays: such ports share the
   * largest headroom here, where that simulator gives each its own.
   */
  boolean mixed() {
    return mixed;
  }

  /** Headroom by port rate, as the first switch with such a port has it; empty without switches. */
  Optional<PerRate<Size>> headroom() {
    Map<Rate, Size> common = common();
    return common.isEmpty() ? Optional.empty() : Optional.of(PerRate.of(common));
  }

  /** Headroom of those switches that differ from that. */
  List<Scenario.Override> overrides() {
    Map<Rate, Size> common = common();
    List<Scenario.Override> overrides = new ArrayList<>();
    for (Node node : fabric.switches()) {
      Map<Rate, Size> own = headroom.get(node.id());
      if (own.entrySet().stream().anyMatch(e -> !e.getValue().equals(common.get(e.getKey())))) {
        Settings settings = Settings.DEFAULTS.with(PfcKnobs.HEADROOM, PerRate.of(own));
        overrides.add(new Scenario.Override(node.name(), settings));
      }
    }
    return overrides;
  }

  private Map<Rate, Size> common() {
    Map<Rate, Size> common = new TreeMap<>();
    fabric.switches().forEach(node -> headroom.get(node.id()).forEach(common::putIfAbsent));
    return common;
  }

  /** Alpha by port rate; empty if there is no switch or no host. */
  Optional<PerRate<Double>> alpha() {
    Optional<Rate> nic = nicRate();
    Map<Rate, Double> alpha = new TreeMap<>();
    if (nic.isPresent()) {
      for (Node node : fabric.switches()) {
        headroom.get(node.id()).keySet().forEach(rate -> alpha.put(rate, alpha(rate, nic.get())));
      }
    }
    return alpha.isEmpty() ? Optional.empty() : Optional.of(PerRate.of(alpha));
  }

  private static double alpha(Rate port, Rate nic) {
    int shift = ALPHA_SHIFT;
    for (long rate = port.bps(); rate > nic.bps() && shift > 0; rate /= 2) {
      shift--;
    }
    return 1.0 / (1 << shift);
  }

  private Optional<Rate> nicRate() {
    return fabric.hosts().stream()
        .findFirst()
        .map(Node::id)
        .flatMap(first ->
            fabric.links().stream()
                .filter(link -> link.a() == first || link.b() == first)
                .map(Link::rate)
                .findFirst());
  }

  /** A switch whose headroom and reserves exceed its buffer, in words; empty if there is none. */
  Optional<String> overbooked(Size buffer) {
    long[] aside = new long[fabric.nodes().size()];
    for (Link link : fabric.links()) {
      long bytes = headroom(link).bytes() + RESERVED.bytes();
      aside[link.a()] += bytes;
      aside[link.b()] += bytes;
    }
    return fabric.switches().stream()
        .filter(node -> aside[node.id()] > buffer.bytes())
        .findFirst()
        .map(node ->
            "headroom and reserve of %s come to %d B, more than its buffer of %d B"
                .formatted(node.name(), aside[node.id()], buffer.bytes()));
  }
}
