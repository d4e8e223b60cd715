package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.kernel.EventQueue;
import java.util.Arrays;

/**
 * The messages of Ultra Ethernet's CBFC (specification 1.0, section 5.2; here after OCP's "SAI
 * Proposal: Credit Based Flow Control", 2026, and the defaults of {@code saiport.h}).
 *
 * <pre>
 *   CF_Update   8 B, a control ordered set: the credits freed of a class. As soon as something was
 *               freed, and the spacing on the wire has passed since the last one of the port; classes
 *               that wait take turns
 *   CC_Update   64 B, a frame: the credits consumed of all classes. A period after something was
 *               sent; what has not come by then was lost, and its credits are free
 * </pre>
 *
 * A control ordered set stands in no queue: the sublayer that codes the symbols puts it between
 * those of a frame, and what follows is later by its 8 B. Left out: the repetition of CF_Updates in
 * which nothing changed (every 256 KiB of the wire, 0.003 % of it), since none is lost here; and
 * credits that classes share.
 */
final class ControlOrderedSets implements CreditTeller {
  private static final int BYTES = 8;

  private final Port port;
  private final CreditSettings settings;
  private final CreditGranter granter;
  private final CreditSender sender;
  private final int[] told = new int[ClassSchedule.CLASSES];
  private final int[] toldSent = new int[ClassSchedule.CLASSES];

  /** Classes of which more was freed than the peer was told, as bits. */
  private int later;

  private int lastTold;
  private long nextPs;
  private long syncPs = EventQueue.NEVER;
  private long frames;

  ControlOrderedSets(
      Port port, CreditSettings settings, CreditGranter granter, CreditSender sender) {
    this.port = port;
    this.settings = settings;
    this.granter = granter;
    this.sender = sender;
    Arrays.fill(told, Math.min(settings.bufferBlocks(), settings.count().most()));
  }

  @Override
  public boolean freed(int priority, long nowPs) {
    if (granter.limit(priority) != told[priority] && !port.isDown()) {
      later |= 1 << priority;
      tellNext(nowPs);
    }
    return false;
  }

  /** Tells the peer of the next class that waits, if the spacing has passed. */
  private void tellNext(long nowPs) {
    if (nowPs >= nextPs) {
      int after = later & -(2 << lastTold);
      tell(Integer.numberOfTrailingZeros(after == 0 ? later : after), nowPs);
    }
    if (later != 0) {
      granter.wakeBy(nextPs);
    }
  }

  private void tell(int priority, long nowPs) {
    later &= ~(1 << priority);
    lastTold = priority;
    nextPs = nowPs + settings.periodPs();
    told[priority] = granter.limit(priority);
    frames++;
    long word = CreditLink.word(CreditLink.NOT_SAID, told[priority]);
    port.peer().link.credits().comeFrom(port, nowPs + flightPs(word), priority, word);
    port.putIn(setPs(), nowPs);
  }

  @Override
  public void sent() {
    if (syncPs == EventQueue.NEVER) {
      syncPs = port.home.events.timePs() + settings.syncPs();
      granter.wakeBy(syncPs);
    }
  }

  @Override
  public void wake(long nowPs) {
    if (later != 0 && !port.isDown()) {
      tellNext(nowPs);
    }
    if (syncPs > nowPs) {
      granter.wakeBy(syncPs);
      return;
    }
    syncPs = EventQueue.NEVER;
    if (!port.isDown()) {
      port.tellLater(settings.classes() & -settings.classes()); // one frame says it of all classes
      port.kick(nowPs);
    }
  }

  /** Sends a CC_Update. */
  @Override
  public long send(int priority, long nowPs) {
    frames++;
    for (int mask = settings.classes(); mask != 0; mask &= mask - 1) {
      int of = Integer.numberOfTrailingZeros(mask);
      if (sender.sent(of) != toldSent[of]) {
        toldSent[of] = sender.sent(of);
        long word = CreditLink.word(toldSent[of], CreditLink.NOT_SAID);
        port.peer().link.credits().comeFrom(port, nowPs + flightPs(word), of, word);
      }
    }
    return framePs();
  }

  @Override
  public long flightPs(long word) {
    return CreditLink.limit(word) == CreditLink.NOT_SAID
        ? Math.max(1, framePs() - port.wire().gapPs()) + port.delayPs()
        : setPs() + port.settings.wireDelayPs();
  }

  private long framePs() {
    return Math.max(1, port.wire().holdPs(settings.frameBytes(), 0));
  }

  private long setPs() {
    return (long) Math.ceil(BYTES * 8e12 / port.wire().rateBps);
  }

  @Override
  public int told(int priority) {
    return told[priority];
  }

  @Override
  public long frames() {
    return frames;
  }

  @Override
  public void cut() {
    Arrays.fill(toldSent, 0);
    later = 0;
    nextPs = 0;
    syncPs = EventQueue.NEVER;
  }

  /** Both ends begin anew: the peer is told of all classes. */
  @Override
  public void restart() {
    port.tellOnly(0);
    for (int mask = settings.classes(); mask != 0; mask &= mask - 1) {
      tell(Integer.numberOfTrailingZeros(mask), port.home.events.timePs());
    }
  }
}
