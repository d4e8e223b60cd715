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
      Knob.of("run.grid", TIME, "1us", "a run ends at a multiple of this").within("1ns", "1s");
  public static final Knob<Time> PROBE_PERIOD =
      Knob.derived("run.probes", TIME, "no time series", "how often queues and rates are sampled")
          .within("1ns", "1s");
  public static final Knob<FlowSelection> TRACED =
      Knob.derived(
          "run.trace.flows",
          FlowSelection.TYPE,
          "none",
          "flows whose rate, window and round trips are kept over time");
  public static final Knob<Time> TRACE_STEP =
      Knob.of(
              "run.trace.step",
              TIME,
              "100ns",
              "how often they are looked at; half as often whenever 4,096 times have been kept")
          .within("1ns", "1s");
  public static final Knob<EventTieOrder> TIES =
      Knob.of(
              "run.ties",
              choice(EventTieOrder.class),
              "keyed",
              "order of events at the same time: by a hash that favours nobody, or as ns-3 does")
          .from("insertion: the order in which they were scheduled; on one thread");
  public static final Knob<DrawSequence> DRAWS =
      Knob.of(
              "run.draws",
              choice(DrawSequence.class),
              "keyed",
              "what marks and losses are drawn from: streams for each port, or as in the HPCC simulator")
          .from(
              "ns-3: MRG32k3a; of a mark the first number of a new stream, of a loss the next of stream"
                  + " 50; of PINT's bits the C library's rand(); on one thread");
  public static final Knob<Double> SHARED_LOSS =
      Knob.of(
              "run.sharedLoss",
              NUMBER,
              "0",
              "with draws ns-3, links of just this loss draw from one sequence, and each other link from"
                  + " one of its own")
          .within("0", "1")
          .from("ERROR_RATE_PER_LINK of the HPCC simulator has one error model for all links");
  public static final Knob<Time> ROUNDING =
      Knob.of("run.rounding", TIME, "1ps", "serialization times are cut to a multiple of this")
          .within("1ps", "1us")
          .from("exact; the HPCC simulator cuts to 1ns");
}
