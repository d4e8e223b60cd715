package dev.headroom.sim.credit;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;

/**
 * InfiniBand's flow control packets (IBTA volume 1, section 7.9.4): each names a class, the limit
 * up to which it may be sent, and how much was sent in the other direction, from which the peer
 * learns what was lost on the wire. They take their turn between packets. The specification leaves
 * open when they are sent: here as soon as the peer has credit for no more than half of the buffer,
 * else once in a period, as Mellanox's model of its switches does (ib_flit_sim, {@code obuf.cc}).
 */
public final class FlowControlPackets extends CreditAdvertiser {
  private final long[] nextPs = new long[ClassSchedule.CLASSES];

  FlowControlPackets(
      Port port, CreditSettings settings, CreditReceiver granter, CreditSender sender) {
    super(port, settings, granter, sender);
  }

  /** Whether the peer is to be told at once; sees to it that it is told later if it may wait. */
  @Override
  boolean freed(int priority, long nowPs) {
    if (granter.limit(priority) == advertised[priority] || port.isDown()) {
      return false;
    }
    int left = settings.count().wrap(advertised[priority] - granter.received(priority));
    if (2 * left <= settings.bufferBlocks() || nowPs >= nextPs[priority]) {
      later &= ~(1 << priority);
      port.queueFlowControlOf(1 << priority);
      return true;
    }
    if ((later & (1 << priority)) == 0) {
      later |= 1 << priority;
      granter.wakeBy(nextPs[priority]);
    }
    return false;
  }

  /** A period may be over. */
  @Override
  void wake(long nowPs) {
    int due = 0;
    for (int mask = later; mask != 0; mask &= mask - 1) {
      int priority = Integer.numberOfTrailingZeros(mask);
      if (nextPs[priority] <= nowPs) {
        due |= 1 << priority;
      } else {
        granter.wakeBy(nextPs[priority]);
      }
    }
    later &= ~due;
    if (syncPs <= nowPs) {
      syncPs = EventQueue.NEVER;
      due |= unsynced();
    } else {
      granter.wakeBy(syncPs);
    }
    if (due != 0 && !port.isDown()) {
      port.queueFlowControlOf(due);
      port.trySend(nowPs);
    }
  }

  /** Classes of which more has been sent than the peer was told. */
  private int unsynced() {
    int mask = 0;
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      mask |= sender.sent(priority) == advertisedSent[priority] ? 0 : 1 << priority;
    }
    return mask;
  }

  @Override
  long send(int priority, long nowPs) {
    advertised[priority] = granter.limit(priority);
    advertisedSent[priority] = sender.sent(priority);
    nextPs[priority] = nowPs + advertising.periodPs();
    later &= ~(1 << priority);
    countMessage();
    long lagPs = port.link.sendInStream(advertising.frameBytes(), framePs(), nowPs);
    post(priority, CreditLink.word(advertisedSent[priority], advertised[priority]), nowPs + lagPs);
    return framePs();
  }

  @Override
  long flightPs(long word) {
    return frameFlightPs();
  }

  /** The peer is told first of all. */
  @Override
  void restart() {
    port.replaceQueuedFlowControl(settings.classes());
  }
}
