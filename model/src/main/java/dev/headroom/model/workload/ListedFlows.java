package dev.headroom.model.workload;

import dev.headroom.model.flow.FlowProgram;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Flows that are known one by one, stored as arrays. Each has a queue pair of its own, the k-th
 * between its two hosts.
 */
abstract sealed class ListedFlows implements FlowProgram permits FlowList, PoissonArrivals {
  private final int[] source;
  private final int[] destination;
  private final long[] bytes;
  private final long[] startPs;
  private final int[] index;

  /** What of a flow is kept; see the methods of the same names in {@link FlowProgram}. */
  interface Row {
    int source();

    int destination();

    long bytes();

    long startPs();
  }

  ListedFlows(List<? extends Row> rows) {
    int n = rows.size();
    source = new int[n];
    destination = new int[n];
    bytes = new long[n];
    startPs = new long[n];
    index = new int[n];
    Map<Long, Integer> pairs = new HashMap<>();
    for (int i = 0; i < n; i++) {
      Row row = rows.get(i);
      source[i] = row.source();
      destination[i] = row.destination();
      bytes[i] = row.bytes();
      startPs[i] = row.startPs();
      index[i] = pairs.merge(((long) source[i] << 32) | destination[i], 1, Integer::sum) - 1;
    }
  }

  @Override
  public final int flows() {
    return source.length;
  }

  @Override
  public final int source(int flow) {
    return source[flow];
  }

  @Override
  public final int destination(int flow) {
    return destination[flow];
  }

  @Override
  public final long bytes(int flow) {
    return bytes[flow];
  }

  @Override
  public final long startPs(int flow) {
    return startPs[flow];
  }

  @Override
  public final int queuePairIndex(int flow) {
    return index[flow];
  }
}
