package dev.headroom.run.summary;

import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.Precheck;
import dev.headroom.sim.measure.DropCause;
import java.util.Optional;

/** Explanation of a cause of packet drops, with the setting to change. */
public final class DropReasons {
  private DropReasons() {}

  /**
   * Why a packet was lost, in words: {@link DropCause#text}, or more exactly where that is known.
   */
  public static String text(DropCause cause, Scenario scenario) {
    return cause != DropCause.BIT_ERROR || !losesPackets(scenario)
        ? cause.text()
        : errs(scenario) ? "bit error or packet loss" : "packet loss on a link";
  }

  public static String fault(DropCause cause, Scenario scenario) {
    return tight(cause, scenario).orElseGet(() -> faultOfLinks(cause, scenario));
  }

  /** That no full frame gets through, where that is why packets find no room in a queue. */
  static Optional<String> tight(DropCause cause, Scenario scenario) {
    return cause != DropCause.THRESHOLD && cause != DropCause.BUFFER_FULL
        ? Optional.empty()
        : Precheck.tightQueues(scenario).stream().findFirst().map(CheckText::tight);
  }

  private static String faultOfLinks(DropCause cause, Scenario scenario) {
    return cause != DropCause.BIT_ERROR || !losesPackets(scenario)
        ? fault(cause)
        : (errs(scenario)
                ? fault(cause) + ", or whole packets were lost"
                : "packets were lost on the wire")
            + ": fabric.links.loss";
  }

  /** Whether links lose packets whatever their length. */
  private static boolean losesPackets(Scenario scenario) {
    return scenario.fabric().links().stream().anyMatch(link -> link.loss() > 0);
  }

  /** Whether bits are wrong on links, all the time or for some of it. */
  private static boolean errs(Scenario scenario) {
    return scenario.fabric().links().stream().anyMatch(link -> link.bitErrors() > 0)
        || scenario.failures(LinkQuality.class).stream()
            .anyMatch(quality -> quality.bitErrors() > 0);
  }

  private static String fault(DropCause cause) {
    return switch (cause) {
      case HEADROOM_FULL ->
          "the headroom is too small: increase pfc.headroom, or omit it so that Headroom "
              + "computes it";
      case LINK_FLAP ->
          "a link came up while its headroom was still in use, and the link failure had "
              + "cleared the sender's pause state";
      case THRESHOLD ->
          "a lossy queue exceeded its share of the shared buffer: fabric.switches.lossyAlpha";
      case BUFFER_FULL ->
          "the buffer is too small for the headroom and queues of all ports: "
              + "fabric.switches.buffer";
      case HOST_BUFFER ->
          "a host drains packets slower than they arrive: hosts.drain, hosts.receiveBuffer";
      case LINK_DOWN ->
          "a link went down with packets on it, or packets were sent to it before its ends "
              + "detected the failure: failure.detection";
      case NO_ROUTE -> "no path leads to the destination";
      case WATCHDOG ->
          "a queue was paused for pfc.watchdog.detectionTime, and the PFC watchdog dropped "
              + "its packets";
      case BIT_ERROR -> "bit errors occurred on the wire";
      case REASSEMBLY ->
          "a cell of the packet was lost, or arrived later than routing.reassembly after the "
              + "cells behind it";
      case OVERSIZE ->
          "a packet exceeds the MTU of a switch: increase fabric.switches.mtu, or reduce "
              + "transport.mtu";
    };
  }
}
