package dev.headroom.wire.explain;

import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.NakCause;
import dev.headroom.wire.packet.Reth;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.packet.Udp;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Traffic from one host to one queue pair of another: its requests, and its answers to the other's
 * requests. The two ways of a connection are each other's {@link #peer}.
 */
final class QueuePairDirection {
  /** What one queue pair is told by and sends to: the key that its packets are found by. */
  record Key(PacketAddress from, PacketAddress to, int qp) {}

  /**
   * A message that waits for its answer.
   *
   * @param readBytes what a READ asks for; -1 for others
   */
  private record Waiting(long sinceNs, int firstPsn, int lastPsn, long readBytes) {
    boolean read() {
      return readBytes >= 0;
    }

    /** Of a READ that is known only where the path MTU is. */
    int lastPsn(int mtu) {
      return !read() || mtu == 0 ? lastPsn : (firstPsn + psns(readBytes, mtu) - 1) & Bth.PSN_MASK;
    }
  }

  /** Messages that are timed at once; of more the later ones are not. */
  private static final int MOST_WAITING = 1024;

  /** A missing packet that comes within this time, and without a NAK, was overtaken, not resent. */
  private static final long OVERTAKEN_NS = 500_000;

  /** Well below the time in which a sender learns that it has to send again. */
  private static final long AT_ONCE_NS = 50_000;

  private static final int LEAST_MTU = 256;
  private static final int MOST_MTU = 4096;

  final Key key;
  final long firstFrame;
  final PsnTracker requests = new PsnTracker();
  final SourcePorts sourcePorts = new SourcePorts();
  final LatencySamples latencies = new LatencySamples();
  final long[] ecn = new long[4];
  final FrameEvidence resent = new FrameEvidence();
  final FrameEvidence again = new FrameEvidence();
  final FrameEvidence afterNak = new FrameEvidence();
  final FrameEvidence afterGap = new FrameEvidence();
  final FrameEvidence timeouts = new FrameEvidence();
  final FrameEvidence overtaken = new FrameEvidence();
  final FrameEvidence ahead = new FrameEvidence();
  final FrameEvidence rnr = new FrameEvidence();
  final FrameEvidence cnps = new FrameEvidence();
  final FrameEvidence wrongIcrc = new FrameEvidence();
  final FrameEvidence marked = new FrameEvidence();
  final Map<NakCause, FrameEvidence> naks = new EnumMap<>(NakCause.class);

  /** The operations of this way's messages, by {@link MessageKind}. */
  final long[] messages = new long[MessageKind.values().length];

  private final CaptureInterface viewpoint = new CaptureInterface();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  @Nullable QueuePairDirection peer;
  @Nullable TransportService service;
  boolean byCm;
  int mtu;
  long packets;
  long bytes;
  long payload;
  long firstDataNs = -1;
  long lastDataNs;
  long firstNs;
  long lastNs;
  long acks;
  long asked;
  long firstCnpNs;
  long lastCnpNs;
  long leastCnpGapNs = Long.MAX_VALUE;
  long dscps;
  final FrameEvidence otherDscp = new FrameEvidence();
  final SecondCapturePoint elsewhere = new SecondCapturePoint();
  private long messageSinceNs;
  private int messagePsn;
  private int lastPsn;

  /** The last request was sent again: those that follow it are, too, up to the first new one. */
  private boolean resending;

  private boolean refused;
  private long refusedNs = Long.MIN_VALUE;
  private final ReadResponses responses = new ReadResponses();
  private long askedAgainNs = Long.MIN_VALUE;
  private long lastRequestNs;
  private long lastSelf = -1;

  QueuePairDirection(Key key, long firstFrame, long timeNs) {
    this.key = key;
    this.firstFrame = firstFrame;
    firstNs = timeNs;
  }

  /**
   * Whether this packet is one that was taken already, captured on another interface. Linux's older
   * cooked header does not name the interface: there it is one that follows itself at once.
   */
  boolean isCopy(FrameHeaders frame, CaptureReader reader, long timeNs) {
    if (reader.link() != LinkType.LINUX_SLL) {
      return viewpoint.isOtherInterface(reader, timeNs);
    }
    long self =
        frame.hasIcrc()
            ? (long) Bth.psn(frame.bytes(), frame.bthAt()) << 32
                | BigEndianBytes.u32(frame.bytes(), frame.icrcAt())
            : -1;
    boolean same = self != -1 && self == lastSelf && timeNs - lastNs < AT_ONCE_NS;
    lastSelf = self;
    return same;
  }

  /** Takes a packet of this way. */
  void take(FrameHeaders frame, long number, long timeNs, long wireBytes) {
    packets++;
    bytes += wireBytes;
    lastNs = timeNs;
    ecn[frame.trafficClass() & 3]++;
    if (frame.ecn() == Ecn.CE) {
      marked.add(number);
    }
    if (frame.udpAt() >= 0) {
      sourcePorts.add(Udp.sourcePort(frame.bytes(), frame.udpAt()));
    }
    if (frame.isCnp()) {
      cnp(number, timeNs);
      return;
    }
    noteDscp(frame.dscp(), number);
    service = frame.service();
    BthOperation operation = frame.operation();
    if (operation.isFull() && frame.payloadBytes() >= LEAST_MTU) {
      mtu = (int) frame.payloadBytes();
    }
    int psn = Bth.psn(frame.bytes(), frame.bthAt());
    if (operation.isResponse()) {
      answer(frame, operation, psn, number, timeNs);
    } else {
      request(frame, operation, psn, number, timeNs);
    }
  }

  private void noteDscp(int dscp, long number) {
    if (dscps != 0 && (dscps & (1L << dscp)) == 0) {
      otherDscp.add(number);
    }
    dscps |= 1L << dscp;
  }

  private void cnp(long number, long timeNs) {
    if (cnps.count() == 0) {
      firstCnpNs = timeNs;
    } else {
      leastCnpGapNs = Math.min(leastCnpGapNs, timeNs - lastCnpNs);
    }
    lastCnpNs = timeNs;
    cnps.add(number);
  }

  private void request(
      FrameHeaders frame, BthOperation operation, int psn, long number, long timeNs) {
    if (Bth.ackRequest(frame.bytes(), frame.bthAt())) {
      asked++;
    }
    long length =
        operation == BthOperation.READ_REQUEST
            ? Reth.length(frame.bytes(), frame.extensionAt())
            : 0;
    int least = psns(length, mtu() == 0 ? MOST_MTU : mtu());
    int most = psns(length, mtu() == 0 ? LEAST_MTU : mtu());
    int before = lastPsn;
    boolean begun = requests.begun();
    // A READ from a response on that is missing is none of a new message, whatever the MTU is.
    boolean gap =
        operation == BthOperation.READ_REQUEST && peer != null && peer.responses.misses(psn, psn);
    PsnTracker.Sight sight = gap ? PsnTracker.Sight.AGAIN : requests.take(psn, least, most, timeNs);
    lastPsn = (psn + least - 1) & Bth.PSN_MASK;
    boolean back = gap || (begun && Bth.distance(before, psn) <= 0);
    boolean atOnce = resending && timeNs - lastRequestNs < AT_ONCE_NS;
    lastRequestNs = timeNs;
    switch (sight) {
      case NEXT -> {
        resending = false;
        fresh(frame, operation, psn, timeNs);
      }
      case AHEAD -> {
        resending = false;
        ahead.add(number);
        fresh(frame, operation, psn, timeNs);
      }
      case LATE -> {
        boolean overtook =
            !(resending && !back)
                && !refused
                && refusedNs < requests.missingSinceNs()
                && timeNs - requests.missingSinceNs() < OVERTAKEN_NS;
        if (overtook) {
          overtaken.add(number);
        } else {
          resend(gap, back, atOnce, number);
        }
        resending = !overtook;
        fresh(frame, operation, psn, timeNs);
      }
      case AGAIN -> {
        again.add(number);
        resend(gap, back, atOnce, number);
        resending = true;
      }
    }
    if (resending && operation == BthOperation.READ_REQUEST) {
      askedAgainNs = timeNs;
    }
  }

  private static int psns(long length, int mtu) {
    return (int) Math.max(1, Math.min((length + mtu - 1) / mtu, 1 << 23));
  }

  /**
   * A packet that was sent before; where the sender went back, why it did is asked once.
   *
   * @param gap from a response on that is missing
   * @param atOnce right behind another that goes over again: one of these overtook the other
   */
  private void resend(boolean gap, boolean back, boolean atOnce, long number) {
    resent.add(number);
    if (!back || service == TransportService.UC) {
      return;
    }
    if (refused) {
      afterNak.add(number);
      refused = false;
    } else if (gap) {
      afterGap.add(number);
    } else if (!atOnce) {
      timeouts.add(number);
    }
  }

  private void fresh(FrameHeaders frame, BthOperation operation, int psn, long timeNs) {
    payload(frame.payloadBytes(), timeNs);
    if (operation.begins()) {
      messageSinceNs = timeNs;
      messagePsn = psn;
    }
    if (operation.ends()) {
      messages[MessageKind.of(operation).index()]++;
      if (service != TransportService.UC && waiting.size() < MOST_WAITING) {
        long readBytes =
            operation == BthOperation.READ_REQUEST
                ? Reth.length(frame.bytes(), frame.extensionAt())
                : -1;
        waiting.add(new Waiting(messageSinceNs, messagePsn, lastPsn, readBytes));
      }
    }
  }

  private void payload(long count, long timeNs) {
    payload += count;
    if (count > 0) {
      firstDataNs = firstDataNs < 0 ? timeNs : firstDataNs;
      lastDataNs = timeNs;
    }
  }

  private void answer(
      FrameHeaders frame, BthOperation operation, int psn, long number, long timeNs) {
    QueuePairDirection asker = peer;
    if (operation.isReadResponse()) {
      if (asker != null && !asker.waiting.isEmpty() && asker.waiting.getFirst().read()) {
        responses.expect(asker.waiting.getFirst().firstPsn);
      }
      ReadResponses.Sight sight =
          responses.take(psn, asker == null ? Long.MIN_VALUE : asker.askedAgainNs, timeNs);
      switch (sight) {
        case FRESH -> {}
        case OVERTAKEN -> overtaken.add(number);
        case LOST -> resent.add(number);
        case AGAIN -> {
          again.add(number);
          resent.add(number);
        }
      }
      if (sight != ReadResponses.Sight.AGAIN) {
        payload(frame.payloadBytes(), timeNs);
      }
      if (asker != null && operation.ends()) {
        asker.completed(psn, true, timeNs);
      }
      return;
    }
    int syndrome = Aeth.syndrome(frame.bytes(), frame.extensionAt());
    if (Aeth.isAck(syndrome)) {
      acks++;
      if (asker != null) {
        asker.completed(psn, false, timeNs);
      }
      return;
    }
    if (Aeth.isRnr(syndrome)) {
      rnr.add(number);
    } else {
      naks.computeIfAbsent(NakCause.of(syndrome), cause -> new FrameEvidence()).add(number);
    }
    if (asker != null) {
      asker.refused = true;
      asker.refusedNs = timeNs;
      asker.completed((psn - 1) & Bth.PSN_MASK, false, timeNs);
    }
  }

  /**
   * Everything up to this PSN is done: READs only by their own responses, all of them. One that a
   * later message has passed before is not timed.
   */
  private void completed(int psn, boolean response, long timeNs) {
    while (!waiting.isEmpty()) {
      Waiting first = waiting.getFirst();
      int last = first.lastPsn(mtu());
      boolean itself = first.read() && response && mtu() == 0;
      if (!itself && Bth.distance(last, psn) < 0) {
        return;
      }
      boolean incomplete =
          first.read() && peer != null && peer.responses.misses(first.firstPsn, last);
      if (incomplete && psn == last) {
        return;
      }
      if (!incomplete) {
        latencies.add(timeNs - first.sinceNs);
      }
      waiting.removeFirst();
    }
  }

  /** Whether it has ever answered a request of the other way. */
  boolean answers() {
    return acks > 0 || rnr.count() > 0 || !naks.isEmpty() || responses.begun();
  }

  /** The path MTU, from either way's full packets; 0 if none was seen. */
  int mtu() {
    return mtu != 0 || peer == null ? mtu : peer.mtu;
  }

  long goodputBps() {
    long span = lastDataNs - firstDataNs;
    return firstDataNs < 0 || span <= 0 ? 0 : (long) (payload * 8e9 / span);
  }
}
