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
        : errs(scenario) ? "bit error or loss" : "loss on a link";
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
        : (errs(scenario) ? fault(cause) + ", or lost whole" : "lost on the wire")
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
          "the headroom is too small: raise pfc.headroom, or leave it out to have it worked out";
      case LINK_FLAP ->
          "a link came up while its headroom was still in use, and the sender had forgotten its pause";
      case THRESHOLD -> "a lossy queue outgrew its share of the buffer: fabric.switches.lossyAlpha";
      case BUFFER_FULL ->
          "the buffer cannot hold all ports' headroom and queues: fabric.switches.buffer";
      case HOST_BUFFER ->
          "a host takes packets slower than they come: hosts.drain, hosts.receiveBuffer";
      case LINK_DOWN ->
          "a link went down with packets on it, or was sent more until its ends noticed: failure.detection";
      case NO_ROUTE -> "no path led to the destination";
      case WATCHDOG ->
          "a queue stood paused for pfc.watchdog.detectionTime, and the watchdog emptied it";
      case BIT_ERROR -> "bits flipped on the wire";
      case REASSEMBLY ->
          "a cell of the packet was lost, or later than routing.reassembly after those behind it";
      case OVERSIZE ->
          "a switch does not take packets so long: raise fabric.switches.mtu, or lower transport.mtu";
    };
  }
}
