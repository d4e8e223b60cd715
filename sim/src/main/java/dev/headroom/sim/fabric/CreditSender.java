package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.kernel.EventQueue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The half of credit-based flow control that sends (IBTA volume 1, section 7.9.4): for each class
 * the blocks sent so far (FCTBS, flow control total blocks sent) and up to which the peer has
 * granted (FCCL, flow control credit limit), both modulo 4096. A packet of n blocks may leave if
 *
 * <pre>
 *   (FCCL - (FCTBS + n)) mod 4096  is at most  2048
 * </pre>
 *
 * A class whose first packet may not is held as by a pause without end, until credit comes.
 */
final class CreditSender {
  private final Port port;
  private final CreditSettings settings;
  private final int[] sent = new int[ClassSchedule.CLASSES];
  private final int[] limit = new int[ClassSchedule.CLASSES];

  CreditSender(Port port, CreditSettings settings) {
    this.port = port;
    this.settings = settings;
  }

  /** Of these classes those whose first packet may leave; the others are held from now on. */
  int open(@Nullable Lane[] lanes, int ready, long nowPs) {
    int open = ready;
    for (int mask = ready & settings.classes(); mask != 0; mask &= mask - 1) {
      int priority = Integer.numberOfTrailingZeros(mask);
      Lane lane = lanes[priority];
      if (lane != null && lane.head != null && !fits(lane.head)) {
        open &= ~(1 << priority);
        hold(lane, nowPs);
      }
    }
    return open;
  }

  /** Holds a class until there is credit for its first packet. */
  void hold(Lane lane, long nowPs) {
    port.setPaused(lane.priority, true);
    lane.pause(nowPs, EventQueue.NEVER);
  }

  boolean fits(Packet packet) {
    return !settings.covers(packet.priority) || fits(packet, limit[packet.priority]);
  }

  /** Whether a packet might leave under some limit. */
  boolean fits(Packet packet, int upTo) {
    int after = sent[packet.priority] + CreditSettings.blocks(packet.bytes);
    return CreditSettings.wrap(upTo - after) <= CreditSettings.MOST_GRANTED;
  }

  /** A packet leaves. */
  void spend(Packet packet) {
    int priority = packet.priority;
    sent[priority] = CreditSettings.wrap(sent[priority] + CreditSettings.blocks(packet.bytes));
  }

  /** The peer has granted blocks up to a limit. */
  void grant(int priority, int upTo, long nowPs) {
    limit[priority] = upTo;
    Lane lane = port.laneIfUsed(priority);
    if (lane != null && lane.paused && lane.head != null && fits(lane.head)) {
      port.setPaused(priority, false);
      lane.unpause(nowPs);
      port.kick(nowPs);
    }
  }

  /** The link went down: when it comes up there is no credit until the peer grants some. */
  void cut() {
    Arrays.fill(sent, 0);
    Arrays.fill(limit, 0);
  }

  /** Blocks sent so far, modulo 4096. */
  int sent(int priority) {
    return sent[priority];
  }

  /** Up to which the peer is known to have granted, modulo 4096. */
  int limit(int priority) {
    return limit[priority];
  }
}
