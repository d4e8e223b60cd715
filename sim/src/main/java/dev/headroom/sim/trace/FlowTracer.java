package dev.headroom.sim.trace;

import dev.headroom.congestion.Controller;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.SampleTimes;
import dev.headroom.sim.workload.FlowStateTable;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tracer of single flows: at equal steps of time it samples the last outputs and inputs of their
 * controllers, and their progress. Between windows of a run, when nobody works; what controls say
 * at each packet and ACK in between is not kept, so that memory is bounded.
 */
public final class FlowTracer implements ControllerObserver {
  /** Times kept, at most. */
  public static final int MOST = 4_096;

  private final FlowProgram program;
  private final SampleTimes times;
  private final List<FlowRecorder> courses;

  /** Those that share a queue pair. */
  private final Int2ObjectMap<List<FlowRecorder>> byQueuePair = new Int2ObjectOpenHashMap<>();

  /**
   * @param flows their numbers, in order
   * @param stepPs how often to look
   */
  public FlowTracer(FlowProgram program, int[] flows, long stepPs) {
    this.program = program;
    times = new SampleTimes(flows.length == 0 ? Long.MAX_VALUE : stepPs, MOST);
    courses = Arrays.stream(flows).mapToObj(FlowRecorder::new).toList();
    for (FlowRecorder course : courses) {
      byQueuePair.merge(
          program.queuePair(course.flow),
          List.of(course),
          (some, one) -> Stream.concat(some.stream(), one.stream()).toList());
    }
  }

  @Override
  public Controller wrap(int flow, Controller controller) {
    List<FlowRecorder> followed = byQueuePair.getOrDefault(program.queuePair(flow), List.of());
    if (followed.isEmpty()) {
      return controller;
    }
    TracedController traced = new TracedController(controller);
    followed.forEach(course -> course.control = traced);
    return traced;
  }

  /** Nothing happens before this. */
  public void begin(long atPs) {
    times.begin(atPs);
  }

  /** When to look next. */
  public long nextPs() {
    return times.nextPs();
  }

  /** Looks at all flows. */
  public void sample(FlowStateTable book, Transport transport) {
    for (FlowRecorder course : courses) {
      course.makeRoom(times);
      course.sample(times.count(), book, transport, program.queuePair(course.flow));
    }
    if (times.pass()) {
      courses.forEach(course -> course.thin(times));
    }
  }

  /** What was seen. */
  public FlowTraces traces() {
    if (courses.isEmpty()) {
      return FlowTraces.NONE;
    }
    List<FlowTrace> flows = courses.stream().map(course -> course.trace(times.count())).toList();
    return new FlowTraces(times.fromPs(), times.stepPs(), times.count(), flows);
  }
}
