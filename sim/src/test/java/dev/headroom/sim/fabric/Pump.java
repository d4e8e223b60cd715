package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A host without a transport: it sends frames of given sizes in one class, as fast as it may or at
 * a fixed period, and counts what it receives.
 */
public final class Pump extends NetworkDevice {
  /**
   * What a pump sends.
   *
   * @param destination receiving host's position
   * @param priority class
   * @param sizes frame bytes, again and again
   * @param startPs when the first one may leave
   * @param periodPs from one to the next; 0 as fast as it may
   * @param count frames at most
   */
  public record Stream(
      int destination, int priority, int[] sizes, long startPs, long periodPs, long count) {
    public static Stream greedy(int destination, int priority, int... sizes) {
      return new Stream(destination, priority, sizes, 0, 0, Long.MAX_VALUE);
    }

    /** The same, not before this time. */
    public Stream from(long ps) {
      return new Stream(destination, priority, sizes, ps, periodPs, count);
    }
  }

  private final int index;
  private @Nullable Stream stream;
  private FlowTuple route = FlowTuple.NOWHERE;
  private long sent;

  /** Frame bytes received, by sender. */
  public final Map<Integer, Long> received = new HashMap<>();

  public Pump(int node, String name, int index, Partition home) {
    super(node, name, home);
    this.index = index;
  }

  public void open(Stream what, int destinationGroup, Port port) {
    stream = what;
    route = new FlowTuple(index, index, what.destination(), destinationGroup, 0, 0);
    port.wakeBy(what.startPs());
  }

  public long sent() {
    return sent;
  }

  private long dueAtPs(Stream what) {
    return sent >= what.count() ? Long.MAX_VALUE : what.startPs() + sent * what.periodPs();
  }

  @Override
  protected @Nullable Packet pull(Port port, long nowPs) {
    Stream what = stream;
    if (what == null || port.holds(what.priority())) {
      return null;
    }
    if (dueAtPs(what) > nowPs) {
      port.wakeBy(dueAtPs(what));
      return null;
    }
    Packet packet = partition.pool.take();
    packet.type = Packet.DATA;
    packet.priority = (byte) what.priority();
    packet.bytes = (short) what.sizes()[(int) (sent % what.sizes().length)];
    packet.follow(route);
    sent++;
    return packet;
  }

  @Override
  protected void sent(Port port, long freeAtPs) {
    Stream what = stream;
    if (what != null && dueAtPs(what) != Long.MAX_VALUE) {
      port.wakeBy(Math.max(freeAtPs, dueAtPs(what)));
    }
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    received.merge(packet.route.source(), (long) packet.bytes, Long::sum);
    partition.pool.give(packet);
  }

  @Override
  protected void leaving(Packet packet, ClassQueue classQueue, long nowPs) {}
}
