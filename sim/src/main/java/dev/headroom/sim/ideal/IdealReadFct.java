package dev.headroom.sim.ideal;

import dev.headroom.sim.message.MessageSettings;
import java.util.Arrays;

/**
 * Completion of one READ alone on its path: requests one way, responses the other. Responses of a
 * message but its first and last are alike, and are skipped once the path's state repeats itself,
 * and so are messages, as in {@link IdealWriteFct}.
 */
final class IdealReadFct {
  private final MessageSettings messageSettings;
  private final IdealPath responsePath;
  private final IdealPath requestPath;
  private final AckTimes responses = new AckTimes();
  private final CycleDetector recurrence = new CycleDetector();
  private final long mostMessages;
  private final long perMessage;
  private final long windowBytes;

  private long sent;
  private long arrivedPs;
  private long startedPs;
  private long beforePs;
  private long periodPs;
  private long[] before;
  private long[] now;

  /**
   * @param forth the way of the responses
   * @param back the way of the requests
   */
  IdealReadFct(MessageSettings terms, IdealPath forth, IdealPath back) {
    this.messageSettings = terms;
    this.responsePath = forth;
    this.requestPath = back;
    mostMessages = terms.outstanding().mostReads();
    windowBytes = terms.outstanding().windowBytes();
    perMessage = terms.packets(terms.messageBytes());
    before = new long[forth.words() + 1];
    now = before.clone();
  }

  /** Completion time of a flow of this many bytes, in picoseconds. */
  long completionPs(long bytes) {
    responsePath.reset();
    requestPath.reset();
    responses.clear();
    recurrence.clear();
    sent = 0;
    long left = bytes;
    long message = 0;
    do {
      long length = Math.min(left, messageSettings.messageBytes());
      respond(length, request(length, message++));
      left -= length;
      long skipped = skipMessages(message, left / messageSettings.messageBytes());
      message += skipped;
      left -= skipped * messageSettings.messageBytes();
    } while (left > 0);
    return arrivedPs;
  }

  /**
   * Skips whole rounds of messages once the path and the responses that are still waited for are as
   * they were after an earlier one; returns how many.
   *
   * @param done messages so far
   * @param wholeLeft messages of full length that are still to come
   */
  private long skipMessages(long done, long wholeLeft) {
    if (wholeLeft == 0 || !isHeldBack(done)) {
      return 0;
    }
    long basePs = responsePath.freePs();
    int words = responsePath.words() + requestPath.words() + 1;
    long[] state = new long[words + responses.words()];
    int at = responsePath.snapshot(state, 0, basePs);
    at += requestPath.snapshot(state, at, basePs);
    state[at] = arrivedPs - basePs;
    responses.snapshot(state, words, sent, basePs);
    if (!recurrence.recurs(state, done, basePs)) {
      return 0;
    }
    long round = recurrence.messages(done);
    long rounds = wholeLeft / round;
    long messages = rounds * round;
    long ps = rounds * recurrence.ps(basePs);
    responsePath.shift(ps);
    requestPath.shift(ps);
    responses.shift(messages * perMessage, ps);
    arrivedPs += ps;
    beforePs += ps;
    sent += messages * perMessage;
    return messages;
  }

  /**
   * Whether a whole message waits for what holds all after it back too: their number, the window.
   */
  private boolean isHeldBack(long done) {
    if (done < mostMessages) {
      return false;
    }
    long room = roomPackets(messageSettings.messageBytes());
    return room >= (mostMessages - 1) * perMessage || sent > room;
  }

  /** Packets whose responses may be under way where a message of this length is asked for. */
  private long roomPackets(long length) {
    return windowBytes == Long.MAX_VALUE
        ? Long.MAX_VALUE
        : Math.max(0, windowBytes - length) / messageSettings.mtu();
  }

  /** Sends the request for a message as soon as it may; returns when it arrives. */
  private long request(long length, long message) {
    long ready = requestPath.freePs();
    long needed = Math.max(0, (message - mostMessages + 1) * perMessage);
    needed = Math.max(needed, sent - roomPackets(length));
    if (needed > 0) {
      ready = Math.max(ready, responses.whenPs(needed));
    }
    return requestPath.send(messageSettings.framing().readRequest(), ready);
  }

  private void respond(long length, long askedPs) {
    long packets = messageSettings.packets(length);
    long left = length;
    periodPs = -1;
    for (long i = 0; i < packets; i++) {
      boolean end = i == 0 || i == packets - 1;
      int payload = (int) Math.min(messageSettings.mtu(), left);
      startedPs = Math.max(responsePath.freePs(), askedPs);
      int extended = end ? messageSettings.framing().aeth() : 0;
      arrivedPs =
          responsePath.send(messageSettings.framing().dataFrame(payload, extended), startedPs);
      responses.add(++sent, arrivedPs);
      left -= payload;
      if (!end) {
        long skipped = skip(packets - 2 - i);
        i += skipped;
        left -= skipped * messageSettings.mtu();
      }
    }
  }

  /** Skips equal responses once the path's state repeats; returns how many. */
  private long skip(long equalLeft) {
    int at = responsePath.snapshot(now, 0, startedPs);
    now[at] = arrivedPs - startedPs;
    long period = startedPs - beforePs;
    boolean repeats = period == periodPs && Arrays.equals(now, before);
    periodPs = period;
    beforePs = startedPs;
    long[] swap = before;
    before = now;
    now = swap;
    if (!repeats || equalLeft <= 0) {
      return 0;
    }
    responsePath.shift(equalLeft * period);
    responses.addRun(sent + 1, arrivedPs + period, 1, period, equalLeft);
    arrivedPs += equalLeft * period;
    sent += equalLeft;
    return equalLeft;
  }
}
