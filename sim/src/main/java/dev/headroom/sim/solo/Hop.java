package dev.headroom.sim.solo;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A hop of a way without other traffic, over a link as the scenario makes it: healthy, whatever
 * befalls it in the run.
 *
 * @param wire the link that it is made on; null where that is not one link, so that only the delay
 *     is sure: in cells, or over ways that change under way
 * @param delayPs from the start of a frame until its header is at the other end
 * @param early whether it may begin before the tail of a frame has come over the hop before
 */
record Hop(@Nullable Wire wire, long delayPs, boolean early) {

  /** The hops of one way, by the ports that send. */
  static List<Hop> of(List<Port> way) {
    return IntStream.range(0, way.size()).mapToObj(i -> of(way, i)).toList();
  }

  private static Hop of(List<Port> way, int at) {
    Port port = way.get(at);
    if (port.carriesCells()) {
      return new Hop(null, port.delayPs(), false);
    }
    boolean early = at > 0 && port.startsEarly(way.get(at - 1).peer());
    return new Hop(port.settings().wire(), port.delayPs(), early);
  }

  /**
   * The hops of frames that change their way while they are sent, so that some overtake others:
   * what all ways begin and end with, and between the two the least delay. Nobody is sooner.
   *
   * @param ways at least one; of the same host and to the same host
   */
  static List<Hop> ofAll(List<List<Port>> ways) {
    if (ways.size() == 1) {
      return of(ways.getFirst());
    }
    List<Port> one = ways.getFirst();
    int shortest = ways.stream().mapToInt(List::size).min().orElseThrow();
    int head = alike(ways, shortest, false);
    int tail = alike(ways, shortest - head, true);
    List<Hop> hops = new ArrayList<>(of(one.subList(0, head)));
    hops.add(
        new Hop(
            null,
            ways.stream().mapToLong(way -> delayPs(way, head, tail)).min().orElseThrow(),
            true));
    for (int fromEnd = tail; fromEnd > 0; fromEnd--) {
      hops.add(soonest(ways, fromEnd));
    }
    return hops;
  }

  /** A hop that all ways have, begun as early as after any of them. */
  private static Hop soonest(List<List<Port>> ways, int fromEnd) {
    List<Hop> after = ways.stream().map(way -> of(way, way.size() - fromEnd)).toList();
    Hop one = after.getFirst();
    return new Hop(one.wire(), one.delayPs(), after.stream().anyMatch(Hop::early));
  }

  /** How many hops all ways have in common at one end. */
  private static int alike(List<List<Port>> ways, int most, boolean atTheEnd) {
    int alike = 0;
    while (alike < most && isAlike(ways, alike, atTheEnd)) {
      alike++;
    }
    return alike;
  }

  private static boolean isAlike(List<List<Port>> ways, int at, boolean fromTheEnd) {
    return ways.stream()
            .map(way -> way.get(fromTheEnd ? way.size() - 1 - at : at))
            .distinct()
            .count()
        == 1;
  }

  private static long delayPs(List<Port> way, int head, int tail) {
    return way.subList(head, way.size() - tail).stream().mapToLong(Port::delayPs).sum();
  }
}
