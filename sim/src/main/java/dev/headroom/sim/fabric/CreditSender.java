package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.kernel.EventQueue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The half of credit-based flow control that sends (IBTA volume 1, section 7.9.4): for each class
 * the units sent so far (FCTBS, flow control total blocks sent) and up to which the peer has
 * granted (FCCL, flow control credit limit), both cut to the counters, which count to M. A packet
 * of n units may leave if
 *
 * <pre>
 *   (FCCL - (FCTBS + n)) mod M  is at most  M/2
 * </pre>
 *
 * <p>Ultra Ethernet's CBFC says the same in other words: credits consumed less credits freed, and
 * n, are at most the credit limit. Here FCTBS is what was consumed, FCCL what was freed and the
 * limit.
 *
 * <p>A class whose first packet may not is held as by a pause without end, until credit comes.
 */
final class CreditSender {
  private final Port port;
  private final CreditSettings settings;
  private final CreditCount count;
  private final int[] sent = new int[ClassSchedule.CLASSES];
  private final int[] limit = new int[ClassSchedule.CLASSES];

  CreditSender(Port port, CreditSettings settings) {
    this.port = port;
    this.settings = settings;
    count = settings.count();
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
    int after = sent[packet.priority] + count.of(packet.bytes);
    return count.wrap(upTo - after) <= count.most();
  }

  /** A packet leaves. */
  void spend(Packet packet) {
    int priority = packet.priority;
    sent[priority] = count.wrap(sent[priority] + count.of(packet.bytes));
  }

  /** The peer has granted units up to a limit. */
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

  /** Units sent so far, cut to the counter. */
  int sent(int priority) {
    return sent[priority];
  }

  /** Up to which the peer is known to have granted, cut to the counter. */
  int limit(int priority) {
    return limit[priority];
  }
}
