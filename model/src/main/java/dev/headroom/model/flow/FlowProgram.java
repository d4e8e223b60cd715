package dev.headroom.model.flow;

import dev.headroom.model.knob.BuildRecipe;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Flows of a run, numbered from 0. All answers are pure functions of the number, so that any thread
 * may ask.
 *
 * <p>A flow either starts at a time of its own ({@link #needs} = 0) or when other flows have got
 * somewhere. It travels on a queue pair: flows of the same queue pair go one after another, in the
 * order in which they start, and share its congestion state and its path.
 */
public interface FlowProgram {
  /** How many flows there are. */
  int flows();

  /** Sending host, as a position in {@code Fabric.hosts()}. */
  int source(int flow);

  /** Receiving host, likewise. */
  int destination(int flow);

  /** Payload to move; 0 is allowed and is one empty message. */
  long bytes(int flow);

  /** When a flow that needs nothing starts, in picoseconds; for others the earliest time. */
  long startPs(int flow);

  /** How many queue pairs there are; unless told otherwise, one for each flow. */
  default int queuePairs() {
    return flows();
  }

  /** The queue pair of a flow, 0 to {@link #queuePairs} - 1. */
  default int queuePair(int flow) {
    return flow;
  }

  /**
   * Which of the queue pairs between its two hosts this is, from 0. With the hosts it decides the
   * queue pair's number and so the UDP source port.
   */
  int queuePairIndex(int flow);

  /** How many other flows must get somewhere before this one starts. */
  default int needs(int flow) {
    return 0;
  }

  /** Whether any flow waits for others. */
  default boolean hasDependencies() {
    for (int flow = 0; flow < flows(); flow++) {
      if (needs(flow) > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The flows that wait for the last byte of this one to be placed at its destination. Those that
   * start at another host than that are told {@code run.grid} later.
   */
  default void whenDelivered(int flow, IntConsumer dependent) {}

  /** The flows that wait for this one's completion at its source. */
  default void whenCompleted(int flow, IntConsumer dependent) {}

  /**
   * The UDP source and destination port fixed from outside, or -1: as {@code source << 16 |
   * destination}. Only other simulators' inputs name them.
   */
  default int fixedPorts(int flow) {
    return -1;
  }

  /** What the queue pair of a flow is set with for itself. */
  default FlowOverrides overrides(int flow) {
    return FlowOverrides.NONE;
  }

  /** All that {@link #overrides} ever says, each once. */
  default List<FlowOverrides> allOverrides() {
    return List.of(FlowOverrides.NONE);
  }

  /** Which entry of a workload that is a list it comes from, from 0. */
  default int part(int flow) {
    return 0;
  }

  /** The schedules whose messages are flows of this program, in the order of their flows. */
  default List<ScheduledPart> schedules() {
    return List.of();
  }

  /** One line that says what the flows are: {@code ring all-reduce of 64MiB over 64 ranks}. */
  default String description() {
    return flows() + (flows() == 1 ? " flow" : " flows");
  }

  /** The generator and what it was told, if one made the flows. */
  default BuildRecipe recipe() {
    return BuildRecipe.NONE;
  }
}
