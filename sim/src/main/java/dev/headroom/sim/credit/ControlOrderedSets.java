package dev.headroom.sim.credit;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;

/**
 * Messages of Ultra Ethernet's CBFC (specification 1.0, section 5.2; here after OCP's "SAI
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
 * which nothing changed (every 256 KiB of the wire, 0.003 % of it), since none is lost here.
 */
final class ControlOrderedSets extends CreditAdvertiser {
  private static final int BYTES = 8;

  private int lastAdvertised;
  private long nextPs;

  ControlOrderedSets(
      Port port, CreditSettings settings, CreditReceiver granter, CreditSender sender) {
    super(port, settings, granter, sender);
  }

  @Override
  boolean freed(int priority, long nowPs) {
    if (granter.limit(priority) != advertised[priority] && !port.isDown()) {
      later |= 1 << priority;
      sendNextAdvertisement(nowPs);
    }
    return false;
  }

  /** Tells the peer of the next class that waits, if the spacing has passed. */
  private void sendNextAdvertisement(long nowPs) {
    if (nowPs >= nextPs) {
      int after = later & -(2 << lastAdvertised);
      sendAdvertisement(Integer.numberOfTrailingZeros(after == 0 ? later : after), nowPs);
    }
    if (later != 0) {
      granter.wakeBy(nextPs);
    }
  }

  private void sendAdvertisement(int priority, long nowPs) {
    later &= ~(1 << priority);
    lastAdvertised = priority;
    nextPs = nowPs + advertising.periodPs();
    advertised[priority] = granter.limit(priority);
    countMessage();
    post(priority, CreditLink.word(CreditLink.NOT_SAID, advertised[priority]), nowPs);
    port.putIn(setPs(), nowPs);
  }

  @Override
  void wake(long nowPs) {
    if (later != 0 && !port.isDown()) {
      sendNextAdvertisement(nowPs);
    }
    if (syncPs > nowPs) {
      granter.wakeBy(syncPs);
      return;
    }
    syncPs = EventQueue.NEVER;
    if (!port.isDown()) {
      port.queueFlowControlOf(
          settings.classes() & -settings.classes()); // one frame says it of all classes
      port.trySend(nowPs);
    }
  }

  /** Sends a CC_Update. */
  @Override
  long send(int priority, long nowPs) {
    countMessage();
    for (int mask = settings.classes(); mask != 0; mask &= mask - 1) {
      int of = Integer.numberOfTrailingZeros(mask);
      if (sender.sent(of) != advertisedSent[of]) {
        advertisedSent[of] = sender.sent(of);
        post(of, CreditLink.word(advertisedSent[of], CreditLink.NOT_SAID), nowPs);
      }
    }
    return framePs();
  }

  @Override
  long flightPs(long word) {
    return CreditLink.limit(word) == CreditLink.NOT_SAID
        ? frameFlightPs()
        : setPs() + port.settings.link().propagationPs();
  }

  private long setPs() {
    return (long) Math.ceil(BYTES * 8e12 / port.wire().rateBps);
  }

  @Override
  void cut() {
    super.cut();
    nextPs = 0;
  }

  /** Both ends begin anew: the peer is told of all classes. */
  @Override
  void restart() {
    port.replaceQueuedFlowControl(0);
    for (int mask = settings.classes(); mask != 0; mask &= mask - 1) {
      sendAdvertisement(Integer.numberOfTrailingZeros(mask), port.events.timePs());
    }
  }
}
