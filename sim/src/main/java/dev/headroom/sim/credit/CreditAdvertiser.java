package dev.headroom.sim.credit;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import java.util.Arrays;

/** Sender of the messages that tell a port's peer its credit limit, and what was sent to it. */
public abstract sealed class CreditAdvertiser permits FlowControlPackets, ControlOrderedSets {
  final Port port;
  final CreditSettings settings;
  final CreditSettings.Telling advertising;
  final CreditReceiver granter;
  final CreditSender sender;
  final int[] advertised = new int[ClassSchedule.CLASSES];
  final int[] advertisedSent = new int[ClassSchedule.CLASSES];

  /** Classes of which the peer is to be told when some time has passed, as bits. */
  int later;

  /** When the peer is to be told how much was sent; never while nothing has been since. */
  long syncPs = EventQueue.NEVER;

  private long messages;

  CreditAdvertiser(
      Port port, CreditSettings settings, CreditReceiver granter, CreditSender sender) {
    this.port = port;
    this.settings = settings;
    advertising = settings.advertising();
    this.granter = granter;
    this.sender = sender;
    Arrays.fill(advertised, settings.firstLimit());
  }

  /**
   * Room became free in a class. Returns whether a message stands before the next packet here, so
   * that the transmitter may have to be woken.
   */
  abstract boolean freed(int priority, long nowPs);

  /** A time that was asked for has come. */
  abstract void wake(long nowPs);

  /** It is the turn of a message on the wire; returns how long it holds the transmitter. */
  abstract long send(int priority, long nowPs);

  /** From the start of a message to its effect at the peer; see {@link CreditLink#word}. */
  abstract long flightPs(long word);

  /** The link came up. */
  abstract void restart();

  /** Something has been sent here: the peer will want to know how much, after a while. */
  final void sent() {
    if (syncPs == EventQueue.NEVER) {
      syncPs = port.events.timePs() + advertising.syncPs();
      granter.wakeBy(syncPs);
    }
  }

  /** The link went down. */
  void cut() {
    Arrays.fill(advertisedSent, 0);
    later = 0;
    syncPs = EventQueue.NEVER;
  }

  /** A message about a class is on its way. */
  final void post(int priority, long word, long nowPs) {
    CreditLink.of(port.peer()).comeFrom(port, nowPs + flightPs(word), priority, word);
  }

  final void countMessage() {
    messages++;
  }

  /** How long a frame holds the transmitter: a little even where times are cut to nothing. */
  final long framePs() {
    return Math.max(1, port.wire().holdPs(advertising.frameBytes(), 0));
  }

  /**
   * To the last bit of a frame. Where times are cut to nanoseconds frames may take none; it must
   * not overtake what was sent before it all the same.
   */
  final long frameFlightPs() {
    return Math.max(1, framePs() - port.wire().gapPs()) + port.delayPs();
  }

  /** The limit that the peer was last told. */
  public final int advertised(int priority) {
    return advertised[priority];
  }

  /** Messages sent. */
  final long messages() {
    return messages;
  }
}
