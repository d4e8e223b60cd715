package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.LinkDownQueuePolicy;
import dev.headroom.unit.Time;

/** Knobs for the consequences of a failure. {@link Knobs} lists them with the rest. */
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
  public static final Knob<LinkDownQueuePolicy> QUEUED =
      Knob.of(
              "failure.queued",
              choice(LinkDownQueuePolicy.class),
              "flush",
              "what becomes of packets that stand in the queues of a port whose link goes down, and of"
                  + " those routed there until the switch notices: lost, or kept until it comes up")
          .from("switch software flushes the queues of a port that is down; some chips do not");
  public static final Knob<Boolean> LINK_RETRY =
      Knob.of(
              "failure.linkRetry",
              SWITCH,
              "false",
              "whether links send again what arrives with a wrong bit, and all that followed it")
          .from(
              "UE specification 1.0, link layer retry (LLR), which is optional there; under InfiniBand's"
                  + " credits LLR of Mellanox, cell by cell")
          .real(
              "SONiC CONFIG_DB LLR_PORT; SAI_PORT_ATTR_LLR_MODE_LOCAL and _REMOTE; LLR in the PHY"
                  + " profile of MLNX-OS");
  public static final Knob<Long> LINK_RETRIES =
      Knob.of(
              "failure.linkRetries",
              WHOLE,
              "255",
              "how often in a row a frame, under InfiniBand's credits a cell of it, is sent again on its link"
                  + " before the frame is given up")
          .within("1", "255")
          .from("OCP SAI proposal Link Layer Retry: 8 bits, 255 in its example; 1 by itself")
          .real("SAI_PORT_LLR_PROFILE_ATTR_REPLAY_COUNT_MAX");
}
