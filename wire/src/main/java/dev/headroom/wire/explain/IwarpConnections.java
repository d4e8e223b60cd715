package dev.headroom.wire.explain;

import dev.headroom.wire.iwarp.DdpSegment;
import dev.headroom.wire.iwarp.IwarpStream;
import dev.headroom.wire.iwarp.MpaStart;
import dev.headroom.wire.iwarp.Rdmap;
import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.Frame;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * TCP connections that carry iWARP: those whose first data is a frame of MPA. Segments that come
 * too early wait, up to 64 of them, so that the stream is read in order.
 */
final class IwarpConnections {
  private static final int MOST = 4096;
  private static final int MOST_EARLY = 64;
  private static final int MPA = 0x4d504120; // "MPA "

  private record Key(Address from, Address to, int fromPort, int toPort) {
    Key back() {
      return new Key(to, from, toPort, fromPort);
    }
  }

  private final Map<Key, Stream> streams = new LinkedHashMap<>();
  private final Evidence copies = new Evidence();

  /** Takes a TCP segment; true if it belongs to iWARP. */
  boolean take(Frame frame, long number, long timeNs, long wireBytes, int source) {
    MemorySegment s = frame.bytes();
    long at = frame.tcpAt();
    long data = at + (Bytes.u8(s, at + 12) >> 4) * 4L;
    Key key =
        new Key(
            Address.source(frame),
            Address.destination(frame),
            Bytes.u16(s, at),
            Bytes.u16(s, at + 2));
    Stream stream = streams.get(key);
    if (stream == null) {
      boolean starts = data + 20 <= frame.end() && Bytes.i32(s, data) == MPA;
      if (!starts || streams.size() >= MOST) {
        return streams.containsKey(key.back());
      }
      stream = new Stream(key, number, Bytes.i32(s, at + 4));
      streams.put(key, stream);
      Stream back = streams.get(key.back());
      stream.back = back;
      if (back != null) {
        back.back = stream;
        stream.iwarp.markers(back.asksForMarkers);
      }
    }
    if (stream.viewpoint.isElsewhere(source, timeNs)) {
      copies.add(number);
      return stream.iwarp.isIwarp();
    }
    stream.take(
        frame, Bytes.i32(s, at + 4), Math.min(data, frame.end()), number, timeNs, wireBytes);
    return stream.iwarp.isIwarp();
  }

  /** Segments that another interface of the capture shows as well. */
  Evidence copies() {
    return copies;
  }

  List<Explanation.Connection> finish(Findings findings) {
    List<Explanation.Connection> connections = new ArrayList<>();
    for (Stream stream : streams.values()) {
      Stream back = stream.back;
      boolean second = back != null && back.first < stream.first;
      if (second || !stream.iwarp.isIwarp()) {
        continue;
      }
      List<Explanation.Way> ways = new ArrayList<>();
      ways.add(stream.report(findings));
      if (back != null) {
        ways.add(back.report(findings));
      }
      connections.add(new Explanation.Connection("iWARP", "MPA", 0, ways));
    }
    return connections;
  }

  /** One direction. */
  private static final class Stream implements IwarpStream.Listener {
    final Key key;
    final long first;
    final Viewpoint viewpoint = new Viewpoint();
    final IwarpStream iwarp = new IwarpStream(this);
    final TreeMap<Long, byte[]> early = new TreeMap<>();
    final Evidence resent = new Evidence();
    final Evidence wrongCrc = new Evidence();
    final Evidence terminated = new Evidence();
    final Evidence broken = new Evidence();
    final Map<MessageKind, Long> messages = new EnumMap<>(MessageKind.class);
    final long[] ecn = new long[4];
    @Nullable Stream back;
    boolean asksForMarkers;
    boolean crc;
    String how = "";
    private long current;
    private long nowNs;
    private long packets;
    private long bytes;
    private long payload;
    private long firstDataNs = -1;
    private long lastDataNs;
    private long dscps;

    /** What comes next, counted from the start without wrapping around. */
    private long next;

    private int nextSequence;

    Stream(Key key, long first, int sequence) {
      this.key = key;
      this.first = first;
      nextSequence = sequence;
    }

    void take(Frame frame, int sequence, long data, long number, long timeNs, long wireBytes) {
      packets++;
      bytes += wireBytes;
      ecn[frame.trafficClass() & 3]++;
      dscps |= 1L << frame.dscp();
      current = number;
      nowNs = timeNs;
      long length = frame.end() - data;
      if (length <= 0) {
        return;
      }
      int ahead = sequence - nextSequence;
      if (ahead < 0) {
        resent.add(number);
      }
      if (ahead > 0) {
        if (early.size() < MOST_EARLY) {
          byte[] copy = new byte[(int) length];
          MemorySegment.copy(
              frame.bytes(), java.lang.foreign.ValueLayout.JAVA_BYTE, data, copy, 0, copy.length);
          early.put(next + ahead, copy);
        }
        return;
      }
      if (ahead + length > 0) {
        advance(frame.bytes(), data - ahead, frame.end());
        drainEarly();
      }
    }

    private void advance(MemorySegment s, long from, long to) {
      iwarp.take(s, from, to);
      next += to - from;
      nextSequence += (int) (to - from);
    }

    private void drainEarly() {
      while (!early.isEmpty() && early.firstKey() <= next) {
        Map.Entry<Long, byte[]> each = early.pollFirstEntry();
        long skip = next - each.getKey();
        if (skip < each.getValue().length) {
          advance(MemorySegment.ofArray(each.getValue()), skip, each.getValue().length);
        }
      }
    }

    @Override
    public void start(MpaStart start) {
      asksForMarkers = start.markers();
      crc |= start.crc();
      if (back != null) {
        back.iwarp.markers(start.markers());
        back.crc |= start.crc();
        crc |= back.crc;
      }
    }

    @Override
    public void segment(DdpSegment segment, boolean crcGood) {
      if (crc && !crcGood) {
        wrongCrc.add(current);
      }
      if (segment.operation() != Rdmap.READ_REQUEST) {
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

    private Explanation.Way report(Findings findings) {
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
        findings.problem("mpa", "the iWARP stream to " + name + " broke off: " + how, broken);
      }
      if (resent.count() > 0) {
        findings.problem(
            "retransmissions",
            resent.count() + " TCP segments to " + name + " were sent again",
            resent);
      }
      List<Integer> dscpList = new ArrayList<>();
      for (int dscp = 0; dscp < 64; dscp++) {
        if ((dscps & (1L << dscp)) != 0) {
          dscpList.add(dscp);
        }
      }
      long span = lastDataNs - firstDataNs;
      return new Explanation.Way(
          key.from.toString(),
          key.to.toString(),
          key.toPort,
          packets,
          bytes,
          payload,
          firstDataNs < 0 || span <= 0 ? 0 : (long) (payload * 8e9 / span),
          messages,
          new Latency(0, 0, 0, 0),
          resent.count(),
          resent.count(),
          0,
          0,
          Map.of(),
          0,
          0,
          0,
          new Explanation.Cnps(0, 0, 0),
          new Explanation.EcnCounts(ecn[0], ecn[1], ecn[2], ecn[3]),
          dscpList,
          0,
          0);
    }
  }
}
