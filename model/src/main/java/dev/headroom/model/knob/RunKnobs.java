package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.DrawSequence;
import dev.headroom.model.choice.EventTieOrder;
import dev.headroom.unit.Time;

/** Knobs of a run. {@link Knobs} lists them with the rest. */
public final class RunKnobs {
  private RunKnobs() {}

  public static final Knob<Long> SEED =
      Knob.of("run.seed", WHOLE, "1", "seed of every random stream")
          .within("0", "9223372036854775807");
  public static final Knob<Time> STOP =
      Knob.of("run.stop", TIME, "10s", "simulated time at which an unfinished run ends")
          .within("1ps", "1000000s");
  public static final Knob<Time> GRID =
      Knob.of("run.grid", TIME, "1us", "a run ends at a multiple of this time").within("1ns", "1s");
  public static final Knob<Time> PROBE_PERIOD =
      Knob.derived("run.probes", TIME, "no time series", "sampling interval of queues and rates")
          .within("1ns", "1s");
  public static final Knob<FlowSelection> TRACED =
      Knob.derived(
          "run.trace.flows",
          FlowSelection.TYPE,
          "none",
          "flows whose rate, window and round trips are recorded over time");
  public static final Knob<Time> TRACE_STEP =
      Knob.of(
              "run.trace.step",
              TIME,
              "100ns",
              "sampling interval of recorded flows; it doubles each time 4,096 samples have "
                  + "been kept")
          .within("1ns", "1s");
  public static final Knob<EventTieOrder> TIES =
      Knob.of(
              "run.ties",
              choice(EventTieOrder.class),
              "keyed",
              "order of events at the same time: by an unbiased hash, or as in ns-3")
          .from("insertion: the order in which they were scheduled; on one thread");
  public static final Knob<DrawSequence> DRAWS =
      Knob.of(
              "run.draws",
              choice(DrawSequence.class),
              "keyed",
              "random numbers for marks and losses: one stream per port, or as in the HPCC "
                  + "simulator")
          .from(
              "ns-3: MRG32k3a; for a mark the first number of a new stream, for a loss the "
                  + "next of stream 50; for PINT's bits the C library's rand(); on one thread");
  public static final Knob<Double> SHARED_LOSS =
      Knob.of(
              "run.sharedLoss",
              NUMBER,
              "0",
              "with draws ns-3, links with exactly this loss share one random sequence, and "
                  + "each other link has its own")
          .within("0", "1")
          .from("ERROR_RATE_PER_LINK of the HPCC simulator has one error model for all links");
  public static final Knob<Time> ROUNDING =
      Knob.of(
              "run.rounding",
              TIME,
              "1ps",
              "serialization times are rounded down to a multiple of this")
          .within("1ps", "1us")
          .from("exact; the HPCC simulator rounds down to 1ns");
}
