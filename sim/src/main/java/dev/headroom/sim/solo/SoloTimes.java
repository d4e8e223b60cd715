package dev.headroom.sim.solo;

import dev.headroom.model.workload.FlowTerms;
import dev.headroom.sim.fabric.PathTracer;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.Reroutes;
import dev.headroom.sim.fabric.Route;
import dev.headroom.sim.fabric.Switch;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Completion times of flows alone on their paths. Flows of equal size on alike paths share one. */
public final class SoloTimes {
  private static final int REMEMBERED = 100_000;

  private final IntFunction<Alone> alone;
  private final IntFunction<FlowTerms> terms;
  private final IntFunction<Route> forth;
  private final IntFunction<Route> back;
  private final IntFunction<Port> nicOfHost;
  private final List<Reroutes.Change> changes;
  private final PathTracer tracer = new PathTracer();
  private final Map<Key, Long> known = new HashMap<>();

  private record Key(Alone alone, long forth, long back, long bytes, FlowTerms terms) {
    // By hand, as the methods of a record are made when first asked for: these are for every flow.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that
          && forth == that.forth
          && back == that.back
          && bytes == that.bytes
          && alone.equals(that.alone)
          && terms.equals(that.terms);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(31 * (31 * forth + back) + bytes) + alone.hashCode();
    }
  }

  /**
   * @param alone how long a flow takes, by that of its transport
   * @param terms what a flow's queue pair is set with for itself
   * @param forth the way of a flow's data
   * @param back the way of its ACKs, or requests
   * @param nicOfHost the port of a host
   * @param changes of routes, in time order
   */
  public SoloTimes(
      IntFunction<Alone> alone,
      IntFunction<FlowTerms> terms,
      IntFunction<Route> forth,
      IntFunction<Route> back,
      IntFunction<Port> nicOfHost,
      List<Reroutes.Change> changes) {
    this.alone = alone;
    this.terms = terms;
    this.forth = forth;
    this.back = back;
    this.nicOfHost = nicOfHost;
    this.changes = changes;
  }

  /**
   * Completion time of a flow alone, in picoseconds, over links that are all as the scenario makes
   * them, on its way by the first routes. One that later routes sent another way, which may be
   * faster, or two ways at once, takes no less than this; 0 if there was no way.
   *
   * @param startPs when it began
   * @param endPs when it was over
   */
  public long of(int flow, long bytes, long startPs, long endPs) {
    Route there = forth.apply(flow);
    Route home = back.apply(flow);
    long first = of(flow, bytes, firstWay(there), firstWay(home));
    if (changes.isEmpty() || changes.getFirst().atPs() > endPs) {
      return first;
    }
    long later = of(flow, bytes, ways(there, startPs, endPs), ways(home, startPs, endPs));
    return first == 0 || later == 0 ? Math.max(first, later) : Math.min(first, later);
  }

  private long of(int flow, long bytes, List<List<Port>> out, List<List<Port>> home) {
    if (out.isEmpty() || home.isEmpty()) {
      return 0;
    }
    Pipeline outward = new Pipeline(Hop.ofAll(out));
    Pipeline homeward = new Pipeline(Hop.ofAll(home));
    Alone usual = alone.apply(flow);
    FlowTerms own = terms.apply(flow);
    Key key = new Key(usual, outward.signature(), homeward.signature(), bytes, own);
    Long remembered = known.get(key);
    if (remembered != null) {
      return remembered;
    }
    Alone there = own.equals(FlowTerms.NONE) ? usual : usual.on(own);
    long time = there.completionPs(outward, homeward, bytes);
    if (known.size() < REMEMBERED) {
      known.put(key, time);
    }
    return time;
  }

  private List<List<Port>> firstWay(Route route) {
    List<Port> way = tracer.trace(route, nicOfHost.apply(route.source()));
    return way.isEmpty() ? List.of() : List.of(way);
  }

  /** The ways that routes had for a queue pair in a time, each once. */
  private List<List<Port>> ways(Route route, long fromPs, long untilPs) {
    Port nic = nicOfHost.apply(route.source());
    Set<List<Port>> ways = new LinkedHashSet<>();
    Reroutes.Table table = Switch::firstRoutes;
    for (Reroutes.Change change : changes) {
      if (change.atPs() > untilPs) {
        break;
      }
      if (change.atPs() > fromPs) {
        ways.add(tracer.trace(route, nic, table));
      }
      table = change.after();
    }
    ways.add(tracer.trace(route, nic, table));
    ways.remove(List.of());
    return List.copyOf(ways);
  }
}
