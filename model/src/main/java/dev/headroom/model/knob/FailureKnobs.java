package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.unit.Time;

/** The knobs of what follows a failure. {@link Knobs} lists them with the rest. */
public final class FailureKnobs {
  private FailureKnobs() {}

  public static final Knob<Time> DETECTION =
      Knob.of(
              "failure.detection",
              TIME,
              "10ms",
              "from a change of a link until the switches at its ends take it out of their next hops,"
                  + " or back in, if it still holds")
          .within("0ns", "1000s")
          .preset("hpcc-ns3", "0ns")
          .preset("fast-failover", "500ns")
          .from(
              "link state debouncing and software of common switches: some ms; fast failover in"
                  + " hardware: under 1 us; HPCC simulator: at once");
  public static final Knob<Time> CONVERGENCE =
      Knob.derived(
              "failure.convergence",
              TIME,
              "failure.detection",
              "from a change of a link until all switches have worked out their tables anew")
          .within("0ns", "1000s")
          .from("no less than failure.detection; routing protocols take 10 ms to seconds more")
          .real("BGP timers: NVUE router bgp timers");
  public static final Knob<String> QUEUED =
      Knob.of(
              "failure.queued",
              choice("flush", "wait"),
              "flush",
              "what becomes of packets that stand in the queues of a port whose link goes down, and of"
                  + " those routed there until the switch notices: lost, or kept until it comes up")
          .preset("hpcc-ns3", "flush")
          .from("switch software flushes the queues of a port that is down; some chips do not");
}
