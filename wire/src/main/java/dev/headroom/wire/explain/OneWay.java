package dev.headroom.wire.explain;

import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.packet.Frame;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.NakCause;
import dev.headroom.wire.packet.Operation;
import dev.headroom.wire.packet.Reth;
import dev.headroom.wire.packet.Service;
import dev.headroom.wire.packet.Udp;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one host sends to one queue pair of another: its requests, and its answers to the
 * other's requests. The two ways of a connection are each other's {@link #peer}.
 */
final class OneWay {
  /** What one queue pair is told by and sends to: the key that its packets are found by. */
  record Key(Address from, Address to, int qp) {}

  /** A message that waits for its answer. */
  private record Waiting(long sinceNs, int lastPsn, boolean read) {}

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
  final SequenceNumbers requests = new SequenceNumbers();
  final SourcePorts sourcePorts = new SourcePorts();
  final Samples latencies = new Samples();
  final long[] ecn = new long[4];
  final Evidence resent = new Evidence();
  final Evidence again = new Evidence();
  final Evidence afterNak = new Evidence();
  final Evidence timeouts = new Evidence();
  final Evidence overtaken = new Evidence();
  final Evidence ahead = new Evidence();
  final Evidence rnr = new Evidence();
  final Evidence cnps = new Evidence();
  final Evidence wrongIcrc = new Evidence();
  final Evidence marked = new Evidence();
  final Map<NakCause, Evidence> naks = new EnumMap<>(NakCause.class);

  /** The operations of this way's messages, by {@link MessageKind}. */
  final long[] messages = new long[MessageKind.values().length];

  private final Viewpoint viewpoint = new Viewpoint();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  @Nullable OneWay peer;
  @Nullable Service service;
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
  final Evidence otherDscp = new Evidence();
  final Elsewhere elsewhere = new Elsewhere();
  private long messageSinceNs;
  private int lastPsn;

  /** The last request was sent again: those that follow it are, too, up to the first new one. */
  private boolean goesOver;

  private boolean refused;
  private long refusedNs = Long.MIN_VALUE;
  private int response = -1;
  private long lastSelf = -1;

  OneWay(Key key, long firstFrame, long timeNs) {
    this.key = key;
    this.firstFrame = firstFrame;
    firstNs = timeNs;
  }

  /**
   * Whether this packet is one that was taken already, captured on another interface. Linux's older
   * cooked header does not name the interface: there it is one that follows itself at once.
   */
  boolean isCopy(Frame frame, CaptureReader reader, long timeNs) {
    if (reader.link() != LinkType.LINUX_SLL) {
      return viewpoint.isElsewhere(reader, timeNs);
    }
    long self =
        frame.hasIcrc()
            ? (long) Bth.psn(frame.bytes(), frame.bthAt()) << 32
                | Bytes.u32(frame.bytes(), frame.icrcAt())
            : -1;
    boolean same = self != -1 && self == lastSelf && timeNs - lastNs < AT_ONCE_NS;
    lastSelf = self;
    return same;
  }

  /** Takes a packet of this way. */
  void take(Frame frame, long number, long timeNs, long wireBytes) {
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
    Operation operation = frame.operation();
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

  private void request(Frame frame, Operation operation, int psn, long number, long timeNs) {
    if (Bth.ackRequest(frame.bytes(), frame.bthAt())) {
      asked++;
    }
    long length =
        operation == Operation.READ_REQUEST ? Reth.length(frame.bytes(), frame.extensionAt()) : 0;
    int least = psns(length, mtu() == 0 ? MOST_MTU : mtu());
    int most = psns(length, mtu() == 0 ? LEAST_MTU : mtu());
    int before = lastPsn;
    boolean begun = requests.begun();
    SequenceNumbers.Sight sight = requests.take(psn, least, most, timeNs);
    lastPsn = (psn + least - 1) & Bth.PSN_MASK;
    boolean back = begun && Bth.distance(before, psn) <= 0;
    switch (sight) {
      case NEXT -> {
        goesOver = false;
        fresh(frame, operation, timeNs);
      }
      case AHEAD -> {
        goesOver = false;
        ahead.add(number);
        fresh(frame, operation, timeNs);
      }
      case LATE -> {
        boolean overtook =
            !(goesOver && !back)
                && !refused
                && refusedNs < requests.missingSinceNs()
                && timeNs - requests.missingSinceNs() < OVERTAKEN_NS;
        if (overtook) {
          overtaken.add(number);
        } else {
          resend(back, number);
        }
        goesOver = !overtook;
        fresh(frame, operation, timeNs);
      }
      case AGAIN -> {
        again.add(number);
        resend(back, number);
        goesOver = true;
      }
    }
  }

  private static int psns(long length, int mtu) {
    return (int) Math.max(1, Math.min((length + mtu - 1) / mtu, 1 << 23));
  }

  /** A packet that was sent before; where the sender went back, why it did is asked once. */
  private void resend(boolean back, long number) {
    resent.add(number);
    if (!back || service == Service.UC) {
      return;
    }
    if (refused) {
      afterNak.add(number);
      refused = false;
    } else {
      timeouts.add(number);
    }
  }

  private void fresh(Frame frame, Operation operation, long timeNs) {
    payload(frame.payloadBytes(), timeNs);
    if (operation.begins()) {
      messageSinceNs = timeNs;
    }
    if (operation.ends()) {
      messages[MessageKind.of(operation).index()]++;
      if (service != Service.UC && waiting.size() < MOST_WAITING) {
        waiting.add(new Waiting(messageSinceNs, lastPsn, operation == Operation.READ_REQUEST));
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

  private void answer(Frame frame, Operation operation, int psn, long number, long timeNs) {
    OneWay asker = peer;
    if (operation.isReadResponse()) {
      boolean repeated = response >= 0 && Bth.distance(response, psn) <= 0;
      if (repeated) {
        again.add(number);
        resent.add(number);
      } else {
        response = psn;
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
      naks.computeIfAbsent(NakCause.of(syndrome), cause -> new Evidence()).add(number);
    }
    if (asker != null) {
      asker.refused = true;
      asker.refusedNs = timeNs;
      asker.completed((psn - 1) & Bth.PSN_MASK, false, timeNs);
    }
  }

  /** Everything up to this PSN is done: READs only by their own responses. */
  private void completed(int psn, boolean response, long timeNs) {
    while (!waiting.isEmpty()) {
      Waiting first = waiting.getFirst();
      boolean itself = first.read && response && mtu() == 0;
      if (!itself && Bth.distance(first.lastPsn, psn) < 0) {
        return;
      }
      latencies.add(timeNs - first.sinceNs);
      waiting.removeFirst();
    }
  }

  /** Whether it has ever answered a request of the other way. */
  boolean answers() {
    return acks > 0 || rnr.count() > 0 || !naks.isEmpty() || response >= 0;
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
