package dev.headroom.run.figures;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Ports of a run, with queries for those that stand out. Equal ports are told apart by their
 * position, so that the same run always names the same port.
 */
public record PortLoads(Fabric fabric, List<PortLoad> loads) {

  /** The {@code most} (at least 1) ports with the greatest value above zero, greatest first. */
  public List<PortLoad> top(int most, ToDoubleFunction<PortLoad> value) {
    Comparator<PortLoad> order =
        Comparator.comparingDouble(value).reversed().thenComparingInt(PortLoad::index);
    List<PortLoad> top = new ArrayList<>();
    double least = 0; // what a port has to beat
    for (PortLoad load : loads) {
      if (value.applyAsDouble(load) > least) {
        int place = -1 - Collections.binarySearch(top, load, order);
        top.add(place, load);
        if (top.size() > most) {
          top.removeLast();
        }
        if (top.size() == most) {
          least = value.applyAsDouble(top.getLast());
        }
      }
    }
    return List.copyOf(top);
  }

  /**
   * Ports between the same two tiers in the same direction, at the same rate; but not the way back
   * between nodes of one tier, which no packet could take instead.
   */
  public List<PortLoad> like(PortLoad port) {
    return loads.stream()
        .filter(other -> sameRole(port, other) && !isWayBack(port, other))
        .toList();
  }

  /**
   * Ports that flows could have taken instead of one between switches, itself among them: on the
   * way up or across those of the same switch to the same tier, on the way down those into the same
   * switch.
   */
  public List<PortLoad> instead(PortLoad port) {
    boolean down = to(port).tier() < from(port).tier();
    return like(port).stream()
        .filter(other ->
            down
                ? other.port().peer() == port.port().peer()
                : other.port().node() == port.port().node())
        .toList();
  }

  /** The busiest port of a switch; of equals the first. */
  public Optional<PortLoad> busiestOfSwitches() {
    return top(1, load -> from(load).isHost() ? 0 : load.busy()).stream().findFirst();
  }

  /**
   * The busiest of those that are slower than most between the same two tiers in the same
   * direction: a cable that came up at less, or an exception that somebody made.
   */
  public Optional<PortLoad> busiestSlow() {
    Map<List<Integer>, Long> usual = new HashMap<>();
    return top(
            1,
            load -> {
              long bps = usual.computeIfAbsent(tiers(load), _ -> usualBps(load));
              return load.port().rateBps() < bps ? load.busy() : 0;
            })
        .stream()
        .findFirst();
  }

  /** The middle one of the rates of all ports between its tiers, in bits per second. */
  public long usualBps(PortLoad port) {
    long[] rates =
        loads.stream()
            .filter(other -> tiers(other).equals(tiers(port)))
            .mapToLong(other -> other.port().rateBps())
            .sorted()
            .toArray();
    return rates[(rates.length - 1) / 2];
  }

  private List<Integer> tiers(PortLoad load) {
    return List.of(from(load).tier(), to(load).tier());
  }

  private static boolean isWayBack(PortLoad port, PortLoad other) {
    return port.port().node() == other.port().peer() && port.port().peer() == other.port().node();
  }

  /** How busy the links of hosts that sent were on average, towards the network; 0 to 1. */
  public double hostsBusy() {
    return loads.stream()
        .filter(load -> load.packets() > 0 && from(load).isHost())
        .mapToDouble(PortLoad::busy)
        .average()
        .orElse(0);
  }

  public Node from(PortLoad load) {
    return fabric.nodes().get(load.port().node());
  }

  public Node to(PortLoad load) {
    return fabric.nodes().get(load.port().peer());
  }

  private boolean sameRole(PortLoad a, PortLoad b) {
    return a.port().rateBps() == b.port().rateBps()
        && from(a).tier() == from(b).tier()
        && to(a).tier() == to(b).tier();
  }
}
