package dev.headroom.sim.ideal;

import dev.headroom.sim.message.MessageSettings;
import java.util.Arrays;

/**
 * Completion of one WRITE or SEND alone on its path: data one way, ACKs back, no other traffic, no
 * marks and no pauses.
 *
 * <p>Packets of a message but its first and last are alike, so after a few of them the state of the
 * path, seen from the packet just sent, repeats itself; from there on whole rounds of packets are
 * skipped by adding their common period. So it is with messages, once their number or the window
 * holds them back. The result is the time of a run to the picosecond. It costs what it takes until
 * a state comes back, however long the flow: a few messages, or a window, where a byte takes a
 * whole number of picoseconds; at odd rates the remainders have to come round too.
 */
final class IdealWriteFct {
  private static final long[] NONE = {};

  private final MessageSettings messageSettings;
  private final IdealPath dataPath;
  private final IdealPath ackPath;
  private final AckTimes acks = new AckTimes();
  private final long mostMessages;
  private final long windowPackets;
  private final long perMessage;

  /** Whether anything ever waits for an ACK. */
  private boolean waits;

  private long sent;
  private int sinceAck;

  private long lastAckPs;
  private long startedPs;
  private long[] before = NONE;
  private long[] now = NONE;
  private long beforePs;
  private long periodPs;
  private long beforeSent;
  private long beforeStride;
  private long repeated;

  private final CycleDetector recurrence = new CycleDetector();

  IdealWriteFct(MessageSettings terms, IdealPath forth, IdealPath back) {
    this.messageSettings = terms;
    this.dataPath = forth;
    this.ackPath = back;
    mostMessages = terms.outstanding().messages();
    perMessage = terms.packets(terms.messageBytes());
    long window = Math.ceilDiv(terms.outstanding().windowBytes(), (long) terms.mtu());
    // One that holds all messages that may be outstanding holds nothing back.
    windowPackets = window / perMessage < mostMessages ? window : Long.MAX_VALUE;
  }

  /** Completion time of a flow of this many bytes, in picoseconds. */
  long completionPs(long bytes) {
    dataPath.reset();
    ackPath.reset();
    acks.clear();
    sent = 0;
    sinceAck = 0;
    lastAckPs = 0;
    recurrence.clear();
    waits =
        windowPackets != Long.MAX_VALUE || bytes / messageSettings.messageBytes() >= mostMessages;
    long left = bytes;
    long message = 0;
    do {
      long length = Math.min(left, messageSettings.messageBytes());
      sendMessage(length, message++);
      left -= length;
      long skipped = skipMessages(message, left / messageSettings.messageBytes());
      message += skipped;
      left -= skipped * messageSettings.messageBytes();
    } while (left > 0);
    return lastAckPs;
  }

  /**
   * Skips whole rounds of messages once the path and the ACKs that are still waited for are as they
   * were after an earlier one; returns how many.
   *
   * @param done messages so far
   * @param wholeLeft messages of full length that are still to come
   */
  private long skipMessages(long done, long wholeLeft) {
    boolean settled =
        done >= mostMessages && (windowPackets == Long.MAX_VALUE || sent >= windowPackets);
    if (wholeLeft == 0 || !settled) {
      return 0;
    }
    long basePs = dataPath.freePs();
    int words = dataPath.words() + ackPath.words() + 1;
    long[] state = new long[words + acks.words()];
    int at = dataPath.snapshot(state, 0, basePs);
    at += ackPath.snapshot(state, at, basePs);
    state[at] = lastAckPs - basePs;
    acks.snapshot(state, words, sent, basePs);
    if (!recurrence.recurs(state, done, basePs)) {
      return 0;
    }
    long round = recurrence.messages(done);
    long rounds = wholeLeft / round;
    long messages = rounds * round;
    long ps = rounds * recurrence.ps(basePs);
    dataPath.shift(ps);
    ackPath.shift(ps);
    acks.shift(messages * perMessage, ps);
    lastAckPs += ps;
    sent += messages * perMessage;
    return messages;
  }

  private void sendMessage(long length, long message) {
    long packets = messageSettings.packets(length);
    long needed = message - mostMessages >= 0 ? (message - mostMessages + 1) * perMessage : 0;
    long left = length;
    before = NONE;
    repeated = 0;
    for (long i = 0; i < packets; i++) {
      int payload = (int) Math.min(messageSettings.mtu(), left);
      boolean last = i == packets - 1;
      sendPacket(payload, i == 0, last, i == 0 ? needed : 0);
      left -= payload;
      if (sinceAck == 0 && i > 0 && !last) {
        long skipped = skip(packets - 1 - (i + 1));
        i += skipped;
        left -= skipped * messageSettings.mtu();
      }
    }
  }

  private void sendPacket(int payload, boolean first, boolean last, long neededAcks) {
    long ready = dataPath.freePs();
    long needed = neededAcks;
    if (windowPackets != Long.MAX_VALUE) {
      needed = Math.max(needed, sent - windowPackets + 1);
    }
    if (needed > 0) {
      ready = Math.max(ready, acks.whenPs(needed));
    }
    startedPs = ready;
    long arrived =
        dataPath.send(
            messageSettings.framing().dataFrame(payload, first ? messageSettings.reth() : 0),
            ready);
    sent++;
    sinceAck++;
    if (sinceAck >= messageSettings.ackEvery() || last) {
      sinceAck = 0;
      // What is ahead of another packet is answered before it, so that its ACK does not wait.
      lastAckPs =
          dataPath.overtook()
              ? Math.max(lastAckPs, ackPath.passPs(messageSettings.framing().ack(), arrived))
              : ackPath.send(messageSettings.framing().ack(), arrived);
      if (waits) {
        acks.add(sent, lastAckPs);
      }
    }
  }

  /**
   * Skips whole rounds of equal packets once the path's state repeats; returns how many packets.
   */
  private long skip(long equalPacketsLeft) {
    int words = dataPath.words() + ackPath.words() + 1;
    if (now.length != words) {
      now = new long[words];
    }
    int at = dataPath.snapshot(now, 0, startedPs);
    at += ackPath.snapshot(now, at, startedPs);
    now[at] = lastAckPs - startedPs;
    long period = startedPs - beforePs;
    boolean repeats = period == periodPs && Arrays.equals(now, before);
    periodPs = period;
    long[] swap = before.length == words ? before : new long[words];
    before = now;
    now = swap;
    beforePs = startedPs;
    // Packets from one ACK to the next.
    long stride = sent - beforeSent;
    repeats &= stride == beforeStride;
    beforeStride = stride;
    beforeSent = sent;
    long rounds = equalPacketsLeft / stride;
    repeated = repeats ? repeated + stride : 0;
    // With a window the ACKs of a whole window must have been alike too.
    boolean steady = windowPackets == Long.MAX_VALUE || repeated > windowPackets + stride;
    if (!repeats || rounds == 0 || !steady) {
      return 0;
    }
    long packets = rounds * stride;
    dataPath.shift(rounds * period);
    ackPath.shift(rounds * period);
    if (waits) {
      acks.addRun(sent + stride, lastAckPs + period, stride, period, rounds);
    }
    lastAckPs += rounds * period;
    startedPs += rounds * period;
    beforePs += rounds * period;
    beforeSent += packets;
    sent += packets;
    return packets;
  }
}
