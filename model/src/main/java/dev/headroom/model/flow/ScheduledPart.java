package dev.headroom.model.flow;

/**
 * Schedule among the flows of a run.
 *
 * @param part the entry of a workload that is a list, from 0
 * @param firstFlow its first flow among those of the run; its others follow
 * @param flows its flows, as it counts them itself
 */
public record ScheduledPart(int part, int firstFlow, ScheduledFlows flows) {
  /** Whether a flow of the run is one of its messages, or part of one. */
  public boolean has(int flow) {
    return flow >= firstFlow && flow - firstFlow < flows.flows();
  }
}
