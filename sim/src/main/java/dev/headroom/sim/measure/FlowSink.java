package dev.headroom.sim.measure;

/**
 * Receiver of flow results as they come: finished ones in order of completion, then the unfinished.
 */
@FunctionalInterface
public interface FlowSink {
  void accept(FlowResult flow);
}
