package dev.headroom.wire.explain;

import dev.headroom.wire.iwarp.DdpSegment;
import dev.headroom.wire.iwarp.IwarpStream;
import dev.headroom.wire.iwarp.MpaStart;
import dev.headroom.wire.iwarp.RdmapOpcode;
import dev.headroom.wire.packet.FrameHeaders;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a TCP connection that carries iWARP. Segments that come too early wait for what
 * is missing, so that the stream is read in order; where that was not captured, it cannot be read
 * any further, and TCP's own numbers are all that is left.
 */
final class IwarpDirection implements IwarpStream.Listener {
  /** Segments that wait, and their bytes. */
  private static final int MOST_EARLY = 64;

  private static final int MOST_EARLY_BYTES = 128 << 10;

  record Key(PacketAddress from, PacketAddress to, int fromPort, int toPort) {
    Key back() {
      return new Key(to, from, toPort, fromPort);
    }
  }

  final long first;
  final int firstSequence;
  final CaptureInterface viewpoint = new CaptureInterface();
  private final Key key;
  private final IwarpStream iwarp = new IwarpStream(this);
  private final TreeMap<Long, byte[]> early = new TreeMap<>();
  private final FrameEvidence resent = new FrameEvidence();
  private final FrameEvidence wrongCrc = new FrameEvidence();
  private final FrameEvidence terminated = new FrameEvidence();
  private final FrameEvidence broken = new FrameEvidence();
  private final FrameEvidence unread = new FrameEvidence();
  private final Map<MessageKind, Long> messages = new EnumMap<>(MessageKind.class);
  private final long[] ecn = new long[4];
  private @Nullable IwarpDirection reverse;
  private boolean requestsMarkers;
  private boolean crc;
  private String how = "";
  private long current;
  private long nowNs;
  private long packets;
  private long bytes;
  private long payload;
  private long firstDataNs = -1;
  private long lastDataNs;
  private long dscps;
  private int earlyBytes;
  private long firstEarly;

  /** What comes next, counted from the start without wrapping around. */
  private long next;

  private int nextSequence;

  IwarpDirection(Key key, long first, int sequence) {
    this.key = key;
    this.first = first;
    firstSequence = sequence;
    nextSequence = sequence;
  }

  /** This is the answer to the other, which began before. */
  void join(IwarpDirection other) {
    reverse = other;
    other.reverse = this;
    iwarp.markers(other.requestsMarkers);
  }

  @Nullable IwarpDirection reverse() {
    return reverse;
  }

  boolean isIwarp() {
    return iwarp.isIwarp();
  }

  void take(FrameHeaders frame, int sequence, long data, long number, long timeNs, long wireBytes) {
    packets++;
    bytes += wireBytes;
    ecn[frame.trafficClass() & 3]++;
    dscps |= 1L << frame.dscp();
    current = number;
    nowNs = timeNs;
    long length = frame.datagramEnd() - data;
    int ahead = sequence - nextSequence;
    if (length <= 0 || isProbe(ahead, length)) {
      return;
    }
    if (ahead < 0) {
      resent.add(number);
    }
    if (unread.count() > 0) {
      skipTo(ahead + length);
    } else if (frame.end() < frame.datagramEnd()) {
      readNoFurther(number);
      skipTo(ahead + length);
    } else if (ahead > 0) {
      keep(frame, data, number, ahead);
    } else if (ahead + length > 0) {
      advance(frame.bytes(), data - ahead, frame.end());
      drainEarly();
    }
  }

  /** A byte from before what comes next asks only whether the other side is alive (RFC 1122). */
  private static boolean isProbe(int ahead, long length) {
    return length == 1 && ahead == -1;
  }

  private void keep(FrameHeaders frame, long data, long number, int ahead) {
    int length = (int) (frame.end() - data);
    if (early.isEmpty()) {
      firstEarly = number;
    }
    if (early.size() == MOST_EARLY || earlyBytes + length > MOST_EARLY_BYTES) {
      readNoFurther(firstEarly);
      skipTo((long) ahead + length);
      return;
    }
    byte[] copy = new byte[length];
    MemorySegment.copy(frame.bytes(), ValueLayout.JAVA_BYTE, data, copy, 0, length);
    byte[] same = early.put(next + ahead, copy);
    earlyBytes += length - (same == null ? 0 : same.length);
  }

  private void readNoFurther(long number) {
    unread.add(number);
    early.clear();
  }

  private void skipTo(long ahead) {
    nextSequence += (int) Math.max(0, ahead);
  }

  private void advance(MemorySegment s, long from, long to) {
    iwarp.take(s, from, to);
    next += to - from;
    nextSequence += (int) (to - from);
  }

  private void drainEarly() {
    while (!early.isEmpty() && early.firstKey() <= next) {
      Map.Entry<Long, byte[]> each = early.pollFirstEntry();
      earlyBytes -= each.getValue().length;
      long skip = next - each.getKey();
      if (skip < each.getValue().length) {
        advance(MemorySegment.ofArray(each.getValue()), skip, each.getValue().length);
      }
    }
  }

  @Override
  public void start(MpaStart start) {
    requestsMarkers = start.markers();
    crc |= start.crc();
    if (reverse != null) {
      reverse.iwarp.markers(start.markers());
      reverse.crc |= start.crc();
      crc |= reverse.crc;
    }
  }

  @Override
  public void segment(DdpSegment segment, boolean crcGood) {
    if (crc && !crcGood) {
      wrongCrc.add(current);
    }
    if (segment.operation() != RdmapOpcode.READ_REQUEST) {
      payload += segment.payloadBytes();
      firstDataNs = firstDataNs < 0 ? nowNs : firstDataNs;
      lastDataNs = nowNs;
    }
    if (!segment.last()) {
      return;
    }
    switch (segment.operation()) {
      case WRITE -> messages.merge(MessageKind.WRITE, 1L, Long::sum);
      case READ_REQUEST -> messages.merge(MessageKind.READ, 1L, Long::sum);
      case SEND, SEND_INVALIDATE, SEND_SOLICITED, SEND_SOLICITED_INVALIDATE ->
          messages.merge(MessageKind.SEND, 1L, Long::sum);
      case ATOMIC_REQUEST -> messages.merge(MessageKind.ATOMIC, 1L, Long::sum);
      case TERMINATE -> terminated.add(current);
      default -> {}
    }
  }

  @Override
  public void broken(String what) {
    how = what;
    broken.add(current);
  }

  CaptureReport.Way report(CaptureFindings findings) {
    String name = "port " + key.toPort + " at " + key.to;
    if (wrongCrc.count() > 0) {
      findings.problem(
          "crc", wrongCrc.count() + " FPDUs to " + name + " have a wrong CRC", wrongCrc);
    }
    if (terminated.count() > 0) {
      findings.problem(
          "terminate",
          key.from + " ended the connection to " + name + " with an error",
          terminated);
    }
    if (broken.count() > 0) {
      findings.problem("mpa", "the iWARP stream to " + name + " ended: " + how, broken);
    }
    if (!early.isEmpty()) {
      readNoFurther(firstEarly);
    }
    if (unread.count() > 0) {
      findings.note(
          "unread",
          "the iWARP stream to "
              + name
              + " was not captured completely, and is read only up to "
              + "here",
          unread.frames());
    }
    if (resent.count() > 0) {
      findings.problem(
          "retransmissions",
          resent.count() + " TCP segments to " + name + " were retransmitted",
          resent);
    }
    long span = lastDataNs - firstDataNs;
    return new CaptureReport.Way(
        new CaptureReport.Way.Ends(key.from.toString(), key.to.toString(), key.toPort),
        new CaptureReport.Way.Volume(
            packets,
            bytes,
            payload,
            firstDataNs < 0 || span <= 0 ? 0 : (long) (payload * 8e9 / span)),
        new CaptureReport.Way.Operations(messages, new MessageLatency(0, 0, 0, 0)),
        new CaptureReport.Way.Delivery(resent.count(), resent.count(), 0, 0),
        new CaptureReport.Way.Answers(Map.of(), 0, 0, 0),
        new CaptureReport.Way.Congestion(
            new CaptureReport.Cnps(0, 0, 0),
            new CaptureReport.EcnCounts(ecn[0], ecn[1], ecn[2], ecn[3])),
        new CaptureReport.Way.Headers(SecondCapturePoint.list(dscps), 0, 0));
  }
}
