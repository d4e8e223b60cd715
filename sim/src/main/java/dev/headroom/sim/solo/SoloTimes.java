package dev.headroom.sim.solo;

import dev.headroom.model.workload.FlowTerms;
import dev.headroom.sim.fabric.PathTracer;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.Route;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
   */
  public SoloTimes(
      IntFunction<Alone> alone,
      IntFunction<FlowTerms> terms,
      IntFunction<Route> forth,
      IntFunction<Route> back,
      IntFunction<Port> nicOfHost) {
    this.alone = alone;
    this.terms = terms;
    this.forth = forth;
    this.back = back;
    this.nicOfHost = nicOfHost;
  }

  /** Completion time of a flow alone, in picoseconds; 0 if there is no path. */
  public long of(int flow, long bytes) {
    List<Port> out = trace(forth.apply(flow));
    List<Port> home = trace(back.apply(flow));
    if (out.isEmpty() || home.isEmpty()) {
      return 0;
    }
    Pipeline outward = new Pipeline(out);
    Pipeline homeward = new Pipeline(home);
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

  private List<Port> trace(Route route) {
    return tracer.trace(route, nicOfHost.apply(route.source()));
  }
}
