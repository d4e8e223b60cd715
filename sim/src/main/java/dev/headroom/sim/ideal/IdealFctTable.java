package dev.headroom.sim.ideal;

import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.sim.build.PathTracer;
import dev.headroom.sim.build.RouteChanges;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.switching.Switch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Completion times of flows alone on their paths. Flows of equal size on alike paths share one. */
public final class IdealFctTable {
  private static final int REMEMBERED = 100_000;

  private final IntFunction<IdealFct> idealFcts;
  private final IntFunction<FlowOverrides> overrides;
  private final IntFunction<FlowTuple> forwardTuples;
  private final IntFunction<FlowTuple> reverseTuples;
  private final IntFunction<PathSpreading> spread;
  private final IntFunction<Port> nicOfHost;
  private final List<RouteChanges.Change> changes;
  private final PathTracer tracer = new PathTracer();
  private final Map<Key, Long> known = new HashMap<>();
  private final Map<Ends, List<IdealHop>> fans = new HashMap<>();

  private record Key(IdealFct idealFct, long forth, long back, long bytes, FlowOverrides terms) {
    // By hand, as the methods of a record are made when first asked for: these are for every flow.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that
          && forth == that.forth
          && back == that.back
          && bytes == that.bytes
          && idealFct.equals(that.idealFct)
          && terms.equals(that.terms);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(31 * (31 * forth + back) + bytes) + idealFct.hashCode();
    }
  }

  /** What hosts have alike between which the hops of all ways are alike. */
  private record Ends(int leaf, int group, long outBps, long outPs, long inBps, long inPs) {
    static Ends of(FlowTuple route, Port nic, Port last) {
      return new Ends(
          nic.peer().device.node,
          route.group(),
          nic.settings().wire().rateBps,
          nic.delayPs(),
          last.settings().wire().rateBps,
          last.delayPs());
    }
  }

  /**
   * @param alone how long a flow takes, by that of its transport
   * @param terms what a flow's queue pair is set with for itself
   * @param forth the way of a flow's data
   * @param back the way of its ACKs, or requests
   * @param spread whether a flow's packets take several ways
   * @param nicOfHost the port of a host
   * @param changes of routes, in time order
   */
  public IdealFctTable(
      IntFunction<IdealFct> alone,
      IntFunction<FlowOverrides> terms,
      IntFunction<FlowTuple> forth,
      IntFunction<FlowTuple> back,
      IntFunction<PathSpreading> spread,
      IntFunction<Port> nicOfHost,
      List<RouteChanges.Change> changes) {
    this.idealFcts = alone;
    this.overrides = terms;
    this.forwardTuples = forth;
    this.reverseTuples = back;
    this.spread = spread;
    this.nicOfHost = nicOfHost;
    this.changes = changes;
  }

  /**
   * Completion time of a flow alone, in picoseconds, over links that are all as the scenario makes
   * them, on its way by the first routes, or on all its ways at once where packets are spread. One
   * that later routes sent another way, which may be faster, or two ways at once, takes no less
   * than this; 0 if there was no way.
   *
   * @param startPs when it began
   * @param endPs when it was over
   */
  public long of(int flow, long bytes, long startPs, long endPs) {
    Ways there = new Ways(forwardTuples.apply(flow), spread.apply(flow).data());
    Ways home = new Ways(reverseTuples.apply(flow), spread.apply(flow).spreadsAcks());
    long first = of(flow, bytes, there.first(), home.first());
    if (changes.isEmpty() || changes.getFirst().atPs() > endPs) {
      return first;
    }
    long later = of(flow, bytes, there.in(startPs, endPs), home.in(startPs, endPs));
    return first == 0 || later == 0 ? Math.max(first, later) : Math.min(first, later);
  }

  private long of(int flow, long bytes, List<IdealHop> out, List<IdealHop> home) {
    if (out.isEmpty() || home.isEmpty()) {
      return 0;
    }
    IdealPath outward = new IdealPath(out);
    IdealPath homeward = new IdealPath(home);
    IdealFct usual = idealFcts.apply(flow);
    FlowOverrides own = overrides.apply(flow);
    Key key = new Key(usual, outward.signature(), homeward.signature(), bytes, own);
    Long remembered = known.get(key);
    if (remembered != null) {
      return remembered;
    }
    IdealFct there = own.equals(FlowOverrides.NONE) ? usual : usual.on(own);
    long time = there.completionPs(outward, homeward, bytes);
    if (known.size() < REMEMBERED) {
      known.put(key, time);
    }
    return time;
  }

  /** The ways of a queue pair's packets in one direction. */
  private final class Ways {
    private final FlowTuple route;
    private final boolean isSpread;
    private final Port nic;

    Ways(FlowTuple route, boolean isSpread) {
      this.route = route;
      this.isSpread = isSpread;
      nic = nicOfHost.apply(route.source());
    }

    /** Their hops by the first routes; none where there is no way. */
    List<IdealHop> first() {
      if (!isSpread) {
        return hops(by(Switch::firstRoutes));
      }
      Ends ends = Ends.of(route, nic, nicOfHost.apply(route.destination()).peer());
      List<IdealHop> remembered = fans.get(ends);
      if (remembered != null) {
        return remembered;
      }
      List<IdealHop> hops = hops(by(Switch::firstRoutes));
      if (fans.size() < REMEMBERED) {
        fans.put(ends, hops);
      }
      return hops;
    }

    private static List<IdealHop> hops(List<List<Port>> way) {
      return way.isEmpty() ? List.of() : IdealHop.ofAll(List.of(way));
    }

    /** Their hops by all routes that held in a time. */
    List<IdealHop> in(long fromPs, long untilPs) {
      Set<List<List<Port>>> ways = new LinkedHashSet<>();
      RouteChanges.Table table = Switch::firstRoutes;
      for (RouteChanges.Change change : changes) {
        if (change.atPs() > untilPs) {
          break;
        }
        if (change.atPs() > fromPs) {
          ways.add(by(table));
        }
        table = change.after();
      }
      ways.add(by(table));
      ways.remove(List.<List<Port>>of());
      return ways.isEmpty() ? List.of() : IdealHop.ofAll(List.copyOf(ways));
    }

    private List<List<Port>> by(RouteChanges.Table table) {
      return isSpread ? tracer.fan(route, nic, table) : singlePath(tracer.trace(route, nic, table));
    }

    private static List<List<Port>> singlePath(List<Port> way) {
      List<List<Port>> hops = new ArrayList<>(way.size());
      way.forEach(port -> hops.add(List.of(port)));
      return hops;
    }
  }
}
