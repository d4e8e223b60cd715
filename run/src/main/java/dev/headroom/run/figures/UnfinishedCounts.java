package dev.headroom.run.figures;

import dev.headroom.sim.measure.FlowResult;
import java.util.Map;
import java.util.TreeMap;

/** Numbers of unfinished flows: in all, by size, and by the failure that stopped them. */
public final class UnfinishedCounts {
  /** Sizes counted one by one; more than these are lumped into their powers of ten. */
  private static final int SIZES = 4096;

  private final TreeMap<Long, Long> bySize = new TreeMap<>();
  private final TreeMap<String, Long> byFailure = new TreeMap<>();
  private long total;
  private long neverStarted;

  void add(FlowResult flow) {
    total++;
    long size = flow.bytes();
    if (bySize.size() >= SIZES && !bySize.containsKey(size)) {
      size = SizeRanges.DECADES.from()[SizeRanges.DECADES.of(size)];
    }
    bySize.merge(size, 1L, Long::sum);
    if (!flow.failure().isEmpty()) {
      byFailure.merge(flow.failure(), 1L, Long::sum);
    } else if (flow.startPs() < 0) {
      neverStarted++;
    }
  }

  long total() {
    return total;
  }

  public long neverStarted() {
    return neverStarted;
  }

  public long failed() {
    return byFailure.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Flows by failure text. */
  public Map<String, Long> byFailure() {
    return byFailure;
  }

  long between(long fromBytes, long toBytes) {
    return bySize.subMap(fromBytes, true, toBytes, true).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }
}
