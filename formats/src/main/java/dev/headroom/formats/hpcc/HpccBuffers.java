package dev.headroom.formats.hpcc;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PfcHeadroom;
import dev.headroom.model.knob.PerRateValue;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Division of a switch's buffer in the HPCC simulator ({@code third.cc}, {@code SwitchMmu}). With B
 * a port's rate and N the rate of the first host's first port:
 *
 * <pre>
 *   alpha     = 1/8, doubled for each doubling of B over N, at most 1
 *   threshold = alpha · (buffer - sum(headroom + 4 KiB) over ports - shared bytes in use)
 * </pre>
 *
 * The headroom is {@link PfcHeadroom#hpccNs3Bytes}.
 */
final class HpccBuffers {
  /** Set aside for each port before the shared pool is touched. */
  private static final Size RESERVED =
      Presets.named("hpcc-ns3").orElseThrow().settings().get(SwitchKnobs.RESERVED);

  private static final int ALPHA_SHIFT = 3;

  /** Sizes are unsigned numbers of 32 bits there. */
  private static final long WRAP = 1L << 32;

  private final Fabric fabric;
  private final List<Link> unused;

  HpccBuffers(HpccWiring wiring) {
    fabric = wiring.fabric();
    unused = wiring.unused();
  }

  /** Alpha by port rate; empty if there is no switch or no host. */
  Optional<PerRateValue<Double>> alpha() {
    Optional<Rate> nic = nicRate();
    Map<Rate, Double> alpha = new TreeMap<>();
    if (nic.isPresent()) {
      for (Link link : fabric.links()) {
        if (joinsSwitch(link)) {
          alpha.put(link.rate(), alpha(link.rate(), nic.get()));
        }
      }
    }
    return alpha.isEmpty() ? Optional.empty() : Optional.of(PerRateValue.of(alpha));
  }

  private boolean joinsSwitch(Link link) {
    return !fabric.nodes().get(link.a()).isHost() || !fabric.nodes().get(link.b()).isHost();
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

  /**
   * The buffers of switches where they are not what is configured: without what is set apart there
   * for links that are never used, and, where more is set apart than there is, what the difference
   * becomes without a sign.
   */
  List<Scenario.Override> switchOverrides(Settings settings) {
    long[] idle = aside(unused);
    long[] used = aside(fabric.links());
    long all = settings.get(SwitchKnobs.SWITCH_BUFFER).bytes();
    return fabric.switches().stream()
        .filter(node -> idle[node.id()] > 0 || used[node.id()] > all)
        .map(node -> {
          long left = all - idle[node.id()];
          Size size = new Size(left < used[node.id()] ? left + WRAP : left);
          return new Scenario.Override(
              node.name(), Settings.DEFAULTS.with(SwitchKnobs.SWITCH_BUFFER, size));
        })
        .toList();
  }

  /** Headroom and reserve of links at each node, in bytes. */
  private long[] aside(List<Link> links) {
    long[] aside = new long[fabric.nodes().size()];
    for (Link link : links) {
      long headroom = PfcHeadroom.hpccNs3Bytes(link.rate().bps(), link.delay().ps());
      aside[link.a()] += headroom + RESERVED.bytes();
      aside[link.b()] += headroom + RESERVED.bytes();
    }
    return aside;
  }

  /** A switch whose headroom and reserves exceed its buffer, in words; empty if there is none. */
  Optional<String> overbooked(Size buffer) {
    long[] aside = aside(fabric.links());
    long[] idle = aside(unused);
    Arrays.setAll(aside, node -> aside[node] + idle[node]);
    return fabric.switches().stream()
        .filter(node -> aside[node.id()] > buffer.bytes())
        .findFirst()
        .map(node ->
            "headroom and reserve of %s total %d B, more than its buffer of %d B"
                .formatted(node.name(), aside[node.id()], buffer.bytes()));
  }
}
