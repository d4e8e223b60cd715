package dev.headroom.sim.measure;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Log of the hops of chosen flows in columns that are made beforehand, so that a run with it
 * allocates nothing more. When it is full, later hops are counted and not kept.
 */
public final class HopLog implements HopListener {
  /** Hops that a log may have room for: 40 bytes each. */
  public static final int MOST = 4_000_000;

  private final int[] flows;
  private final AtomicInteger taken = new AtomicInteger();
  private final int[] flow;
  private final int[] number;
  private final int[] from;
  private final int[] to;
  private final long[] headPs;
  private final long[] tailPs;
  private final boolean[] marked;

  /**
   * An empty log.
   *
   * @param flows to follow, by number
   * @param capacity hops that are kept, 1 to {@value #MOST}
   */
  public HopLog(int[] flows, int capacity) {
    if (capacity < 1 || capacity > MOST) {
      throw new IllegalArgumentException("room for %d hops; 1 to %d".formatted(capacity, MOST));
    }
    this.flows = Arrays.stream(flows).sorted().distinct().toArray();
    flow = new int[capacity];
    number = new int[capacity];
    from = new int[capacity];
    to = new int[capacity];
    headPs = new long[capacity];
    tailPs = new long[capacity];
    marked = new boolean[capacity];
  }

  @Override
  public boolean follows(int asked) {
    return Arrays.binarySearch(flows, asked) >= 0;
  }

  @Override
  public void arrived(
      int ofFlow, int psn, int sender, int receiver, long firstPs, long lastPs, boolean ce) {
    int at = taken.getAndUpdate(count -> count == Integer.MAX_VALUE ? count : count + 1);
    if (at >= flow.length) {
      return;
    }
    flow[at] = ofFlow;
    number[at] = psn;
    from[at] = sender;
    to[at] = receiver;
    headPs[at] = firstPs;
    tailPs[at] = lastPs;
    marked[at] = ce;
  }

  /**
   * One hop.
   *
   * @param flow the flow of the packet
   * @param number its sequence number
   * @param from node that sent it
   * @param to node that it came to
   * @param headPs when its first bit came
   * @param tailPs when its last bit came
   * @param marked whether it was marked (CE)
   */
  public record Hop(
      int flow, int number, int from, int to, long headPs, long tailPs, boolean marked) {}

  /** How many are kept. */
  public int size() {
    return Math.min(taken.get(), flow.length);
  }

  /** How many came when it was full. */
  public long missed() {
    return Math.max(0, taken.get() - (long) flow.length);
  }

  /** One of those kept, in the order in which they were told; read them when the run is over. */
  public Hop hop(int at) {
    return new Hop(flow[at], number[at], from[at], to[at], headPs[at], tailPs[at], marked[at]);
  }

  /** Where those kept stand, in order of time; those of one time by flow, number and node. */
  public int[] inOrderOfTime() {
    return IntStream.range(0, size())
        .boxed()
        .sorted((a, b) -> {
          int order = Long.compare(headPs[a], headPs[b]);
          order = order != 0 ? order : Integer.compare(flow[a], flow[b]);
          order = order != 0 ? order : Integer.compare(number[a], number[b]);
          return order != 0 ? order : Integer.compare(to[a], to[b]);
        })
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
