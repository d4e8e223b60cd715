package dev.headroom.model.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * Combination of several programs in one run, such as an incast on top of background traffic. Flows
 * and queue pairs are numbered part by part.
 */
public final class CombinedFlowProgram implements FlowProgram {
  private final List<FlowProgram> parts;
  private final int[] firstFlow;
  private final int[] firstQueuePair;
  private final int[] firstIndex;

  /** The parts in order; together at most 2^31 - 1 flows. */
  public CombinedFlowProgram(List<FlowProgram> parts) {
    this.parts = List.copyOf(parts);
    int n = parts.size();
    firstFlow = new int[n + 1];
    firstQueuePair = new int[n + 1];
    firstIndex = new int[n + 1];
    for (int i = 0; i < n; i++) {
      FlowProgram part = parts.get(i);
      int greatest = -1;
      for (int flow = 0; flow < part.flows(); flow++) {
        greatest = Math.max(greatest, part.queuePairIndex(flow));
      }
      firstFlow[i + 1] = Math.addExact(firstFlow[i], part.flows());
      firstQueuePair[i + 1] = Math.addExact(firstQueuePair[i], part.queuePairs());
      firstIndex[i + 1] = firstIndex[i] + greatest + 1;
    }
  }

  public List<FlowProgram> parts() {
    return parts;
  }

  @Override
  public int part(int flow) {
    int part = 0;
    while (flow >= firstFlow[part + 1]) {
      part++;
    }
    return part;
  }

  @Override
  public int flows() {
    return firstFlow[parts.size()];
  }

  @Override
  public int source(int flow) {
    int part = part(flow);
    return parts.get(part).source(flow - firstFlow[part]);
  }

  @Override
  public int destination(int flow) {
    int part = part(flow);
    return parts.get(part).destination(flow - firstFlow[part]);
  }

  @Override
  public long bytes(int flow) {
    int part = part(flow);
    return parts.get(part).bytes(flow - firstFlow[part]);
  }

  @Override
  public long startPs(int flow) {
    int part = part(flow);
    return parts.get(part).startPs(flow - firstFlow[part]);
  }

  @Override
  public int queuePairs() {
    return firstQueuePair[parts.size()];
  }

  @Override
  public int queuePair(int flow) {
    int part = part(flow);
    return firstQueuePair[part] + parts.get(part).queuePair(flow - firstFlow[part]);
  }

  @Override
  public int queuePairIndex(int flow) {
    int part = part(flow);
    return firstIndex[part] + parts.get(part).queuePairIndex(flow - firstFlow[part]);
  }

  @Override
  public int needs(int flow) {
    int part = part(flow);
    return parts.get(part).needs(flow - firstFlow[part]);
  }

  @Override
  public void whenDelivered(int flow, IntConsumer dependent) {
    int part = part(flow);
    int first = firstFlow[part];
    parts.get(part).whenDelivered(flow - first, later -> dependent.accept(first + later));
  }

  @Override
  public void whenCompleted(int flow, IntConsumer dependent) {
    int part = part(flow);
    int first = firstFlow[part];
    parts.get(part).whenCompleted(flow - first, later -> dependent.accept(first + later));
  }

  @Override
  public int fixedPorts(int flow) {
    int part = part(flow);
    return parts.get(part).fixedPorts(flow - firstFlow[part]);
  }

  @Override
  public FlowOverrides overrides(int flow) {
    int part = part(flow);
    return parts.get(part).overrides(flow - firstFlow[part]);
  }

  @Override
  public List<FlowOverrides> allOverrides() {
    return parts.stream().flatMap(part -> part.allOverrides().stream()).distinct().toList();
  }

  @Override
  public List<ScheduledPart> schedules() {
    List<ScheduledPart> all = new ArrayList<>();
    for (int part = 0; part < parts.size(); part++) {
      for (ScheduledPart own : parts.get(part).schedules()) {
        all.add(new ScheduledPart(part, firstFlow[part] + own.firstFlow(), own.flows()));
      }
    }
    return all;
  }

  @Override
  public String description() {
    return parts.stream().map(FlowProgram::description).collect(Collectors.joining("; "));
  }
}
