package dev.headroom.model.workload;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * Dependencies between the flows of a list. Those that wait for one flow stand together, in the
 * order of the list. A barrier that all flows wait for costs what they name, and no more.
 */
final class FlowDependents {
  /** Where those of a flow begin, and after the last flow the end. */
  private final int[] begin;

  private final int[] flows;

  private FlowDependents(int[] begin, int[] flows) {
    this.begin = begin;
    this.flows = flows;
  }

  /**
   * @param earlier positions that an entry waits for
   */
  static FlowDependents of(
      List<FlowList.Entry> entries, Function<FlowList.Entry, List<Integer>> earlier) {
    int n = entries.size();
    int[] begin = new int[n + 1];
    for (FlowList.Entry entry : entries) {
      for (int first : earlier.apply(entry)) {
        begin[first + 1]++;
      }
    }
    for (int i = 0; i < n; i++) {
      begin[i + 1] = Math.addExact(begin[i], begin[i + 1]);
    }
    int[] next = begin.clone();
    int[] flows = new int[begin[n]];
    int later = 0;
    for (FlowList.Entry entry : entries) {
      for (int first : earlier.apply(entry)) {
        flows[next[first]++] = later;
      }
      later++;
    }
    return new FlowDependents(begin, flows);
  }

  void of(int flow, IntConsumer dependent) {
    for (int at = begin[flow]; at < begin[flow + 1]; at++) {
      dependent.accept(flows[at]);
    }
  }
}
