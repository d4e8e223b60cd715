package dev.headroom.model.workload;

import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import java.util.List;
import java.util.function.IntConsumer;

/** Flow program that is listed flow by flow. */
public final class FlowList extends ListedFlows {
  /**
   * One flow.
   *
   * @param source the sending host, by its position among the fabric's hosts
   * @param destination the receiving host, likewise
   * @param bytes payload; 0 is one empty message
   * @param startPs when it starts at the earliest
   * @param after positions of the flows that must be delivered (to this flow's source, if no
   *     trigger is to cross the fabric) before this one starts
   * @param afterCompletion positions of the flows that must be completed at their sender first
   * @param ports UDP ports as {@link FlowProgram#fixedPorts}, or -1
   * @param overrides what its queue pair is set with for itself
   */
  public record Entry(
      int source,
      int destination,
      long bytes,
      long startPs,
      List<Integer> after,
      List<Integer> afterCompletion,
      int ports,
      FlowOverrides overrides)
      implements Row {
    /** One whose queue pair is set as all are. */
    public Entry(
        int source,
        int destination,
        long bytes,
        long startPs,
        List<Integer> after,
        List<Integer> afterCompletion,
        int ports) {
      this(source, destination, bytes, startPs, after, afterCompletion, ports, FlowOverrides.NONE);
    }

    /** The same flow with a queue pair that is set for itself. */
    public Entry with(FlowOverrides own) {
      return new Entry(source, destination, bytes, startPs, after, afterCompletion, ports, own);
    }

    public static Entry at(int source, int destination, long bytes, long startPs) {
      return new Entry(source, destination, bytes, startPs, List.of(), List.of(), -1);
    }
  }

  private final int[] ports;
  private final List<FlowOverrides> terms;
  private final int[] needs;
  private final FlowDependents delivered;
  private final FlowDependents completed;

  public FlowList(List<Entry> entries) {
    super(entries);
    int n = entries.size();
    ports = new int[n];
    boolean own = entries.stream().anyMatch(entry -> !entry.overrides().equals(FlowOverrides.NONE));
    terms = own ? entries.stream().map(Entry::overrides).toList() : List.of();
    needs = new int[n];
    for (int i = 0; i < n; i++) {
      Entry entry = entries.get(i);
      ports[i] = entry.ports();
      needs[i] = entry.after().size() + entry.afterCompletion().size();
    }
    delivered = FlowDependents.of(entries, Entry::after);
    completed = FlowDependents.of(entries, Entry::afterCompletion);
  }

  @Override
  public int needs(int flow) {
    return needs[flow];
  }

  @Override
  public void whenDelivered(int flow, IntConsumer dependent) {
    delivered.of(flow, dependent);
  }

  @Override
  public void whenCompleted(int flow, IntConsumer dependent) {
    completed.of(flow, dependent);
  }

  @Override
  public int fixedPorts(int flow) {
    return ports[flow];
  }

  @Override
  public FlowOverrides overrides(int flow) {
    return terms.isEmpty() ? FlowOverrides.NONE : terms.get(flow);
  }

  @Override
  public List<FlowOverrides> allOverrides() {
    return terms.isEmpty() ? List.of(FlowOverrides.NONE) : terms.stream().distinct().toList();
  }
}
