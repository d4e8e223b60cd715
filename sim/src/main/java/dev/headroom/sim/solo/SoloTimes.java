package dev.headroom.sim.solo;

import dev.headroom.sim.fabric.PathTracer;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.Route;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Completion times of flows alone on their paths. Flows of equal size on alike paths share one. */
public final class SoloTimes {
  private static final int REMEMBERED = 100_000;

  private final IntFunction<Alone> alone;
  private final IntFunction<Route> forth;
  private final IntFunction<Route> back;
  private final IntFunction<Port> nicOfHost;
  private final PathTracer tracer = new PathTracer();
  private final Map<Key, Long> known = new HashMap<>();

  private record Key(Alone alone, long forth, long back, long bytes) {}

  /**
   * @param alone how long a flow takes, by that of its transport
   * @param forth the way of a flow's data
   * @param back the way of its ACKs, or requests
   * @param nicOfHost the port of a host
   */
  public SoloTimes(
      IntFunction<Alone> alone,
      IntFunction<Route> forth,
      IntFunction<Route> back,
      IntFunction<Port> nicOfHost) {
    this.alone = alone;
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
    Alone own = alone.apply(flow);
    Key key = new Key(own, outward.signature(), homeward.signature(), bytes);
    Long remembered = known.get(key);
    if (remembered != null) {
      return remembered;
    }
    long time = own.completionPs(outward, homeward, bytes);
    if (known.size() < REMEMBERED) {
      known.put(key, time);
    }
    return time;
  }

  private List<Port> trace(Route route) {
    return tracer.trace(route, nicOfHost.apply(route.source()));
  }
}
