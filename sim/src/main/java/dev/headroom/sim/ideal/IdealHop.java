package dev.headroom.sim.ideal;

import dev.headroom.sim.fabric.LinkTiming;
import dev.headroom.sim.fabric.Port;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hop of a path without other traffic, over a healthy link as the scenario makes it, without the
 * failures of the run.
 *
 * @param wire the link that it is made on; null where that is not one link, so that only the delay
 *     is sure: in cells, or over ways that change under way
 * @param delayPs from the start of a frame until its header is at the other end
 * @param early whether it may begin before the tail of a frame has come over the hop before
 * @param queue the link that frames go over one after another: {@code wire}, or all links of the
 *     hop together as one; null where none waits for another
 */
record IdealHop(
    @Nullable LinkTiming wire, long delayPs, boolean early, @Nullable LinkTiming queue) {

  /** One that is known by its delay alone. */
  private static IdealHop delay(long delayPs, boolean early) {
    return new IdealHop(null, delayPs, early, null);
  }

  /** Whether frames go over several links, so that one may be ahead of another that left before. */
  boolean isFan() {
    return wire != null && (queue == null || queue.rateBps != wire.rateBps);
  }

  /** One whose frames do not wait for each other. */
  private IdealHop unqueued() {
    return new IdealHop(wire, delayPs, early, null);
  }

  /**
   * The hops of frames that may take several ways; no frame is faster. Where a frame may leave by
   * one of several ports, it takes as long as over the fastest of them, and all frames together
   * take as long as over one link that is as fast as all these ports together.
   *
   * <p>Behind such a hop a short frame may be before a longer one that left earlier, so that the
   * order is known no more. What a queue takes for all of them does not depend on it, but what two
   * in a row take does: so from there on only the slowest counts as a queue.
   *
   * @param ways the ports that may be left by, hop by hop, by the routes of a time: at least one
   */
  static List<IdealHop> ofAll(List<List<List<Port>>> ways) {
    List<List<Port>> one = ways.getFirst();
    if (ways.size() == 1) {
      return of(one);
    }
    int shortest = ways.stream().mapToInt(List::size).min().orElseThrow();
    int head = alike(ways, shortest, false);
    int tail = alike(ways, shortest - head, true);
    List<IdealHop> hops = new ArrayList<>(hops(one.subList(0, head)));
    hops.add(
        delay(ways.stream().mapToLong(way -> delayPs(way, head, tail)).min().orElseThrow(), true));
    for (int fromEnd = tail; fromEnd > 0; fromEnd--) {
      hops.add(soonest(ways, fromEnd));
    }
    return hops;
  }

  private static List<IdealHop> of(List<List<Port>> way) {
    List<IdealHop> hops = hops(way);
    int fork = 0;
    while (fork < way.size() && way.get(fork).size() == 1) {
      fork++;
    }
    int slowest = fork;
    for (int at = fork + 1; at < hops.size(); at++) {
      slowest = rateBps(hops.get(at)) <= rateBps(hops.get(slowest)) ? at : slowest;
    }
    for (int at = fork; at < hops.size(); at++) {
      if (at != slowest) {
        hops.set(at, hops.get(at).unqueued());
      }
    }
    return hops;
  }

  private static long rateBps(IdealHop hop) {
    LinkTiming wire = hop.queue();
    return wire == null ? Long.MAX_VALUE : wire.rateBps;
  }

  private static List<IdealHop> hops(List<List<Port>> way) {
    List<IdealHop> hops = new ArrayList<>(way.size());
    for (int at = 0; at < way.size(); at++) {
      hops.add(of(way, at));
    }
    return hops;
  }

  private static IdealHop of(List<List<Port>> way, int at) {
    List<Port> ports = way.get(at);
    LinkTiming fastest = ports.getFirst().settings().wire();
    long delayPs = Long.MAX_VALUE;
    long togetherBps = 0;
    boolean early = false;
    boolean cells = false;
    for (Port port : ports) {
      LinkTiming wire = port.settings().wire();
      fastest = wire.rateBps > fastest.rateBps ? wire : fastest;
      delayPs = Math.min(delayPs, port.delayPs());
      togetherBps += wire.rateBps;
      early |= at > 0 && startsEarly(port, way.get(at - 1));
      cells |= port.carriesCells();
    }
    if (cells) {
      return delay(delayPs, false);
    }
    return new IdealHop(
        fastest, delayPs, early, ports.size() == 1 ? fastest : fastest.atRate(togetherBps));
  }

  private static boolean startsEarly(Port port, List<Port> before) {
    for (Port sends : before) {
      Port in = sends.peer();
      if (in.device.equals(port.device) && port.startsEarly(in)) {
        return true;
      }
    }
    return false;
  }

  private static long leastDelayPs(List<Port> ports) {
    return ports.stream().mapToLong(Port::delayPs).min().orElseThrow();
  }

  /** A hop that all ways have, begun as early as after any of them. */
  private static IdealHop soonest(List<List<List<Port>>> ways, int fromEnd) {
    List<IdealHop> after = ways.stream().map(way -> of(way, way.size() - fromEnd)).toList();
    IdealHop one = after.getFirst();
    return new IdealHop(
        one.wire(), one.delayPs(), after.stream().anyMatch(IdealHop::early), one.queue());
  }

  /** How many hops all ways have in common at one end. */
  private static int alike(List<List<List<Port>>> ways, int most, boolean atTheEnd) {
    int alike = 0;
    while (alike < most && isAlike(ways, alike, atTheEnd)) {
      alike++;
    }
    return alike;
  }

  private static boolean isAlike(List<List<List<Port>>> ways, int at, boolean fromTheEnd) {
    List<List<Port>> hops =
        ways.stream()
            .map(way -> way.get(fromTheEnd ? way.size() - 1 - at : at))
            .distinct()
            .toList();
    return hops.size() == 1 && hops.getFirst().size() == 1;
  }

  private static long delayPs(List<List<Port>> way, int head, int tail) {
    return way.subList(head, way.size() - tail).stream().mapToLong(IdealHop::leastDelayPs).sum();
  }
}
