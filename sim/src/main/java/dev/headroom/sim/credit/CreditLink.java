package dev.headroom.sim.credit;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.LinkCreditControl;
import dev.headroom.sim.fabric.PauseFifo;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.retry.FrameRetry;
import dev.headroom.sim.retry.StreamRetry;
import org.jspecify.annotations.Nullable;

/**
 * Credit-based flow control at one port: the limit of its transmitter, the grants of its input
 * buffers, and the messages in flight to it. What says how much was sent takes its turn on the wire
 * between packets, before data, holds it as long as its bytes take, and stays in order with what
 * was sent before and after it.
 *
 * <p>Where the link sends again what is bad, InfiniBand's flow control packets are part of the
 * stream that it repeats ({@link StreamRetry}): nothing is ever out of order. Where it repeats
 * frames ({@link FrameRetry}), a CC_Update is one of its frames (UE specification 1.0.3 makes it
 * eligible): it is let in after those that were sent before it, whatever these take. Were it not,
 * credits would count as lost of frames that are still to come. Credits are spent where a packet
 * leaves its queue, not where its replay leaves the buffer of the retry, and count as come when a
 * frame is let in; CF_Updates are no frames and pass.
 */
public final class CreditLink implements LinkCreditControl {
  /** What a message does not say. */
  static final int NOT_SAID = 1 << CreditUnits.CBFC_BITS;

  private static final int FIELD = 2 * NOT_SAID;

  /** Beyond a message in one from another partition: how often the link had gone down. */
  private static final int WORD_BITS = 2 * (CreditUnits.CBFC_BITS + 1);

  private static final int DOWNS = 3;

  public final CreditSender sender;
  public final CreditReceiver granter;
  private final Port port;
  private final CreditSettings settings;
  private final PauseFifo grants = new PauseFifo();
  private final PauseFifo syncs = new PauseFifo();
  private int downs;

  public CreditLink(Port port, CreditSettings settings) {
    this.port = port;
    this.settings = settings;
    sender = new CreditSender(port, settings);
    granter = new CreditReceiver(port, settings, sender);
  }

  /** That of a port of a link under credits. */
  public static CreditLink of(Port port) {
    return (CreditLink) port.link.credits();
  }

  @Override
  public void connect(LinkCreditControl peer) {
    CreditLink other = (CreditLink) peer;
    sender.share(other.settings.pool());
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      sender.grant(priority, other.granter.advertiser.advertised(priority), 0);
    }
  }

  /** What a message says of a class, in one word; either may be {@link #NOT_SAID}. */
  static long word(int sent, int limit) {
    return (long) sent * FIELD + limit;
  }

  static int limit(long word) {
    return (int) (word % FIELD);
  }

  private static int sent(long word) {
    return (int) (word / FIELD);
  }

  public CreditSettings settings() {
    return settings;
  }

  /** A message sent by the peer is on its way. */
  void comeFrom(Port from, long atPs, int priority, long word) {
    if (from.partition == port.partition) {
      enter(atPs, priority, word);
    } else {
      long marked = word | (long) (of(from).downs & DOWNS) << WORD_BITS;
      from.partition.postPause(atPs, priority, marked, port);
    }
  }

  private void enter(long atPs, int priority, long word) {
    if (fifo(word).add(atPs, priority, word)) {
      port.events.schedule(atPs, EventKind.PAUSE, port.id);
    }
  }

  /** What grants may overtake what only says how much was sent. */
  private PauseFifo fifo(long word) {
    return limit(word) == NOT_SAID ? syncs : grants;
  }

  /** Lost if the link has gone down since. */
  @Override
  public void enterFromPartition(long atPs, int priority, long marked) {
    if (marked >>> WORD_BITS == (downs & DOWNS)) {
      enter(atPs, priority, marked & ((1L << WORD_BITS) - 1));
    }
  }

  /** One has come, or a frame that others had to wait for. */
  @Override
  public void arrive(long nowPs) {
    arrive(grants, nowPs);
    if (!port.link.waitsForReplay()) {
      arrive(syncs, nowPs);
    }
  }

  private void arrive(PauseFifo coming, long nowPs) {
    if (coming.isEmpty() || coming.effectPs() > nowPs) {
      return; // lost when the link went down
    }
    int priority = coming.priority();
    long word = coming.quanta();
    coming.remove();
    if (!coming.isEmpty()) {
      port.events.schedule(Math.max(nowPs, coming.effectPs()), EventKind.PAUSE, port.id);
    }
    if (sent(word) != NOT_SAID) {
      granter.sync(priority, sent(word), nowPs);
    }
    if (limit(word) != NOT_SAID) {
      sender.grant(priority, limit(word), nowPs);
    }
  }

  @Override
  public void arrived(Packet packet, long nowPs) {
    granter.arrived(packet, nowPs);
  }

  @Override
  public int open(@Nullable ClassQueue[] classQueues, int ready, long nowPs) {
    return sender.open(classQueues, ready, nowPs);
  }

  @Override
  public long send(int priority, long nowPs) {
    return granter.advertiser.send(priority, nowPs);
  }

  @Override
  public void wake(long nowPs) {
    granter.wake(nowPs);
  }

  @Override
  public void setFrozen(boolean now, long nowPs) {
    granter.setFrozen(now, nowPs);
  }

  @Override
  public void drainAt(long bps, long nowPs) {
    granter.drainAt(bps, nowPs);
  }

  @Override
  public boolean hasCreditFor(Packet packet, ClassQueue classQueue, long nowPs) {
    if (sender.fits(packet)) {
      return true;
    }
    classQueue.append(packet);
    sender.hold(classQueue, nowPs);
    return false;
  }

  @Override
  public void leaves(Packet packet) {
    if (settings.covers(packet.priority)) {
      sender.spend(packet);
      granter.advertiser.sent();
    }
  }

  @Override
  public void cut(long nowPs) {
    downs++;
    grants.clear();
    syncs.clear();
    sender.cut();
    granter.cut();
  }

  @Override
  public void restart() {
    granter.advertiser.restart();
  }

  /** Whether a grant for a class is on its way here; for the books. */
  public boolean isComing(int priority) {
    return grants.holds(priority, false);
  }
}
