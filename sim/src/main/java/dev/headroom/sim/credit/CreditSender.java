package dev.headroom.sim.credit;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.packet.Packet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sending side of credit-based flow control (IBTA volume 1, section 7.9.4). It keeps for each class
 * the units sent so far (FCTBS, flow control total blocks sent) and the limit that the peer has
 * granted (FCCL, flow control credit limit), both modulo M, the range of the counters. A packet of
 * n units may leave if
 *
 * <pre>
 *   (FCCL - (FCTBS + n)) mod M  is at most  M/2
 * </pre>
 *
 * <p>Ultra Ethernet's CBFC says the same in other words: credits consumed less credits freed, and
 * n, are at most the credit limit. Here FCTBS is what was consumed, FCCL what was freed and the
 * limit. Where classes share a {@link CreditPool} of the peer's, FCCL is what was freed alone, and
 * FCTBS less FCCL is what a class uses of it.
 *
 * <p>A class whose first packet may not is held as by a pause without end, until credit comes.
 */
public final class CreditSender {
  private final Port port;
  private final CreditSettings settings;
  private final CreditUnits count;
  private final int[] sent = new int[ClassSchedule.CLASSES];
  private final int[] limit = new int[ClassSchedule.CLASSES];
  private @Nullable CreditPool pool;

  CreditSender(Port port, CreditSettings settings) {
    this.port = port;
    this.settings = settings;
    count = settings.count();
  }

  /** What its classes share at the other end; null where each has a buffer of its own there. */
  void share(@Nullable CreditPool ofPeer) {
    pool = ofPeer;
  }

  /** Of these classes those whose first packet may leave; the others are held from now on. */
  int open(@Nullable ClassQueue[] classQueues, int ready, long nowPs) {
    int open = ready;
    for (int mask = ready & settings.classes(); mask != 0; mask &= mask - 1) {
      int priority = Integer.numberOfTrailingZeros(mask);
      ClassQueue classQueue = classQueues[priority];
      if (classQueue != null && classQueue.head != null && !fits(classQueue.head)) {
        open &= ~(1 << priority);
        hold(classQueue, nowPs);
      }
    }
    return open;
  }

  /** Holds a class until there is credit for its first packet. */
  void hold(ClassQueue classQueue, long nowPs) {
    port.setPaused(classQueue.priority, true);
    classQueue.pause(nowPs, EventQueue.NEVER);
  }

  public boolean fits(Packet packet) {
    return !settings.covers(packet.priority) || fits(packet, limit);
  }

  /** Whether a packet might leave if classes had been granted so much. */
  public boolean fits(Packet packet, int[] limits) {
    int priority = packet.priority;
    int units = count.of(packet.bytes);
    CreditPool shared = pool;
    if (shared != null) {
      return shared.admits(inUse(priority, limits), units, sharedInUse(shared, limits));
    }
    return count.wrap(limits[priority] - sent[priority] - units) <= count.most();
  }

  /** What a class uses of a pool: sent, and not known to be freed. */
  private int inUse(int priority, int[] freed) {
    return count.wrap(sent[priority] - freed[priority]);
  }

  private int sharedInUse(CreditPool of, int[] freed) {
    int sum = 0;
    for (int mask = settings.classes(); mask != 0; mask &= mask - 1) {
      sum += of.ofShared(inUse(Integer.numberOfTrailingZeros(mask), freed));
    }
    return sum;
  }

  /** A packet leaves. */
  void spend(Packet packet) {
    int priority = packet.priority;
    sent[priority] = count.wrap(sent[priority] + count.of(packet.bytes));
  }

  /** The peer has granted units up to a limit. */
  void grant(int priority, int upTo, long nowPs) {
    limit[priority] = upTo;
    if (pool == null) {
      resume(priority, nowPs);
      return;
    }
    for (int mask = settings.classes(); mask != 0; mask &= mask - 1) {
      resume(Integer.numberOfTrailingZeros(mask), nowPs); // what one frees others may use
    }
  }

  private void resume(int priority, long nowPs) {
    ClassQueue classQueue = port.classQueueIfUsed(priority);
    if (classQueue != null
        && classQueue.paused
        && classQueue.head != null
        && fits(classQueue.head)) {
      port.setPaused(priority, false);
      classQueue.unpause(nowPs);
      port.trySend(nowPs);
    }
  }

  /** The link went down: when it comes up there is no credit until the peer grants some. */
  void cut() {
    Arrays.fill(sent, 0);
    // Of a pool each class uses all there is, until the peer says otherwise.
    Arrays.fill(limit, pool == null ? 0 : count.wrap(-pool.units()));
  }

  /** Units sent so far, cut to the counter. */
  public int sent(int priority) {
    return sent[priority];
  }

  /** Up to which the peer is known to have granted, cut to the counter. */
  public int limit(int priority) {
    return limit[priority];
  }
}
