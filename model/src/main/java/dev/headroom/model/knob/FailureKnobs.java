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
              "time from a link state change until the switches at its ends remove the link "
                  + "from their next hops, or add it again")
          .within("0ns", "1000s")
          .from(
              "link state debouncing and software of common switches: a few ms; fast "
                  + "failover in hardware: under 1 us; HPCC simulator: no delay");
  public static final Knob<Time> CONVERGENCE =
      Knob.derived(
              "failure.convergence",
              TIME,
              "failure.detection",
              "time from a link state change until all switches have computed new routing tables")
          .within("0ns", "1000s")
          .from("at least failure.detection; routing protocols take 10 ms to seconds more")
          .real("BGP timers: NVUE router bgp timers");
  public static final Knob<LinkDownQueuePolicy> QUEUED =
      Knob.of(
              "failure.queued",
              choice(LinkDownQueuePolicy.class),
              "flush",
              "handling of packets in the queues of a port whose link goes down, and of "
                  + "packets routed there until the switch detects it: dropped, or kept until the "
                  + "link comes up")
          .from("switch software flushes the queues of a port that is down; some chips do not");
  public static final Knob<Boolean> LINK_RETRY =
      Knob.of(
              "failure.linkRetry",
              SWITCH,
              "false",
              "link layer retry: a link resends a frame that arrives with a bit error, and "
                  + "all frames after it")
          .from(
              "UE specification 1.0, link layer retry (LLR), which is optional there; with "
                  + "InfiniBand's credits, LLR of Mellanox, cell by cell")
          .real(
              "SONiC CONFIG_DB LLR_PORT; SAI_PORT_ATTR_LLR_MODE_LOCAL and _REMOTE; LLR in the PHY"
                  + " profile of MLNX-OS");
  public static final Knob<Long> LINK_RETRIES =
      Knob.of(
              "failure.linkRetries",
              WHOLE,
              "255",
              "maximum consecutive retries of a frame on its link before it is dropped; with "
                  + "InfiniBand's credits, retries of a cell")
          .within("1", "255")
          .from("OCP SAI proposal Link Layer Retry: 8 bits, 255 in its example; default 1")
          .real("SAI_PORT_LLR_PROFILE_ATTR_REPLAY_COUNT_MAX");
}
