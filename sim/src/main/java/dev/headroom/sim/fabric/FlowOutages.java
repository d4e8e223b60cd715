package dev.headroom.sim.fabric;

import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.Packet;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Outage times of flows that were caused by failed links. Losses are noted where they happen, the
 * longest time without data where it should have come; only the two together tell an outage from a
 * flow that was slow. It exists only in runs in which links go down.
 *
 * <p>Each flow has one destination, so its entries are written by one thread.
 */
public final class FlowOutages {
  private static final long NEVER = -1;

  /** What was on its way when routes changed has arrived after so long. */
  private static final long IN_FLIGHT_PS = 10_000_000;

  private final long[] downsPs;
  private final long convergencePs;
  private final long[] lastPs;
  private final long[] longestPs;
  private final long[] recoveredPs;
  private final List<Int2LongOpenHashMap> losses;

  /**
   * @param flows how many there are
   * @param events links that go down and come up, at least one of which goes down
   * @param convergencePs from a failure until all routes have followed it
   * @param partitions how many there are
   */
  public FlowOutages(int flows, List<LinkEvent> events, long convergencePs, int partitions) {
    this.convergencePs = convergencePs;
    downsPs =
        events.stream().filter(event -> !event.up()).mapToLong(e -> e.at().ps()).sorted().toArray();
    lastPs = filled(flows);
    longestPs = filled(flows);
    recoveredPs = filled(flows);
    losses = Stream.generate(Int2LongOpenHashMap::new).limit(partitions).toList();
  }

  private static long[] filled(int n) {
    long[] times = new long[n];
    Arrays.fill(times, NEVER);
    return times;
  }

  /** Data has reached the host that it is for. */
  void arrived(Packet packet, long nowPs) {
    if (packet.type != Packet.DATA) {
      return;
    }
    int flow = packet.flow;
    long before = lastPs[flow];
    lastPs[flow] = nowPs;
    if (nowPs < downsPs[0]) {
      return;
    }
    long downPs = before == NEVER ? lastDownPs(nowPs) : before;
    long gapPs = nowPs - downPs;
    if (gapPs > longestPs[flow] && isOfFailure(downPs, nowPs)) {
      longestPs[flow] = gapPs;
      recoveredPs[flow] = nowPs;
    }
  }

  /** Whether a gap began before routes had followed the last failure, or soon after. */
  private boolean isOfFailure(long fromPs, long nowPs) {
    return fromPs <= lastDownPs(nowPs) + convergencePs + IN_FLIGHT_PS;
  }

  private long lastDownPs(long nowPs) {
    int at = Arrays.binarySearch(downsPs, nowPs);
    return downsPs[at >= 0 ? at : -at - 2];
  }

  /**
   * A packet was lost.
   *
   * @param partition where
   * @param downPs when the link went down that it was lost on; -1 if it is not known which
   */
  void lost(Packet packet, DropCause cause, int partition, long downPs, long nowPs) {
    boolean ofFailure = cause == DropCause.LINK_DOWN || cause == DropCause.NO_ROUTE;
    if (ofFailure && packet.type == Packet.DATA && nowPs >= downsPs[0]) {
      losses.get(partition).putIfAbsent(packet.flow, downPs >= 0 ? downPs : lastDownPs(nowPs));
    }
  }

  /** When the link went down to which a flow lost data first, by flow. */
  private Int2LongOpenHashMap firstLosses() {
    Int2LongOpenHashMap first = new Int2LongOpenHashMap();
    for (Int2LongOpenHashMap own : losses) {
      for (Int2LongMap.Entry entry : own.int2LongEntrySet()) {
        first.mergeLong(entry.getIntKey(), entry.getLongValue(), Math::min);
      }
    }
    return first;
  }

  /** What is told of each flow that lost data to a failed link. */
  @FunctionalInterface
  public interface Reader {
    /**
     * @param downPs when the link went down
     * @param againPs when data came again after the longest time without any; -1 if it did not
     * @param stillPs how long none has come at the end of the run, if that is longer; else 0
     */
    void read(int flow, long downPs, long againPs, long stillPs);
  }

  /**
   * Tells of all flows that lost data to a failed link.
   *
   * @param endPs end of the run
   */
  public void forEach(long endPs, Reader reader) {
    for (Int2LongMap.Entry entry : firstLosses().int2LongEntrySet()) {
      int flow = entry.getIntKey();
      long openPs = endPs - Math.max(0, lastPs[flow]);
      long again = recoveredPs[flow] > entry.getLongValue() ? recoveredPs[flow] : NEVER;
      reader.read(flow, entry.getLongValue(), again, openPs > longestPs[flow] ? openPs : 0);
    }
  }
}
