package dev.headroom.sim.rc;

import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.unit.Size;
import java.util.Arrays;
import java.util.List;

/**
 * Limit on the bytes that a queue pair may have in flight: {@code transport.window}, and with
 * selective repeat no more than the receiver has bits for, nor than IRN's BDP-FC allows (Mittal et
 * al., SIGCOMM 2018, section 3.2):
 *
 * <pre>
 *   cap = R (2 D + S) + A   R rate of the fastest host, D delay of the longest of all shortest paths,
 *                           S to send a full packet on each of its links, A what one ACK is for
 * </pre>
 *
 * so that one queue pair alone has the line for itself on any path. The paper's is R 2 D.
 */
final class InFlightLimit {
  private static final double PS = 1e12;

  private InFlightLimit() {}

  /** In a scenario; {@code Long.MAX_VALUE}: no limit. */
  static long of(Scenario scenario) {
    Settings settings = scenario.settings();
    long limit = of(settings);
    boolean capped =
        settings.get(TransportKnobs.RECOVERY) == LossRecovery.SELECTIVE_REPEAT
            && settings.get(TransportKnobs.BDP_CAP);
    return capped ? Math.min(limit, bandwidthDelay(scenario)) : limit;
  }

  /** As far as settings alone say. */
  static long of(Settings settings) {
    long window = settings.find(TransportKnobs.WINDOW).map(Size::bytes).orElse(Long.MAX_VALUE);
    return settings.get(TransportKnobs.RECOVERY) == LossRecovery.SELECTIVE_REPEAT
        ? Math.min(
            window, settings.get(TransportKnobs.REORDER_WINDOW) * settings.get(TransportKnobs.MTU))
        : window;
  }

  private static long bandwidthDelay(Scenario scenario) {
    Fabric fabric = scenario.fabric();
    long fastest = 0;
    double longest = 0;
    for (Node host : fabric.hosts()) {
      for (int link : fabric.ports().get(host.id())) {
        fastest = Math.max(fastest, fabric.links().get(link).rate().bps());
      }
    }
    int before = -1;
    for (Node host : fabric.hosts()) {
      List<Integer> own = fabric.ports().get(host.id());
      int access = own.isEmpty() ? host.id() : fabric.links().get(own.getFirst()).other(host.id());
      if (access != before) { // hosts of one switch come together and are as far from all others
        longest = Math.max(longest, longestRound(scenario, host.id()));
        before = access;
      }
    }
    long mtu = scenario.settings().get(TransportKnobs.MTU);
    long packets = scenario.settings().get(TransportKnobs.ACK_EVERY);
    return (long) Math.ceil(longest / PS * fastest / 8) + packets * mtu;
  }

  /** Longest time there and back from a host, in picoseconds, over paths of the fewest hops. */
  private static double longestRound(Scenario scenario, int from) {
    Fabric fabric = scenario.fabric();
    double[] round = new double[fabric.nodes().size()];
    Arrays.fill(round, -1);
    round[from] = 0;
    int[] queue = new int[round.length];
    int tail = 0;
    queue[tail++] = from;
    double longest = 0;
    for (int head = 0; head < tail; head++) {
      int now = queue[head];
      boolean forwards = now == from || !fabric.nodes().get(now).isHost();
      longest = forwards ? longest : Math.max(longest, round[now]);
      for (int number : forwards ? fabric.ports().get(now) : List.<Integer>of()) {
        Link link = fabric.links().get(number);
        int next = link.other(now);
        if (round[next] < 0) {
          round[next] = round[now] + hop(scenario, link, now == from);
          queue[tail++] = next;
        }
      }
    }
    return longest;
  }

  /** A packet over one link and its ACK back, the switch before it included. */
  private static double hop(Scenario scenario, Link link, boolean first) {
    Settings settings = scenario.settings();
    long latency = first ? 0 : settings.get(SwitchKnobs.SWITCH_LATENCY).ps();
    double sending = 8 * PS * settings.get(TransportKnobs.MTU) / link.rate().bps();
    return 2.0 * (link.delay().ps() + latency) + sending;
  }
}
