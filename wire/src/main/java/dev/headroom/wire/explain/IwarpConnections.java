package dev.headroom.wire.explain;

import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.Frame;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * TCP connections that carry iWARP: those whose first data is a frame of MPA. Where the same ports
 * are used again, that is another connection.
 */
final class IwarpConnections {
  private static final int MOST = 4096;
  private static final int MPA = 0x4d504120; // "MPA "
  private static final int SYN = 2;

  private final Map<IwarpWay.Key, IwarpWay> ways = new LinkedHashMap<>();
  private final List<IwarpWay> ended = new ArrayList<>();
  private final Evidence copies = new Evidence();

  /** Takes a TCP segment; true if it belongs to iWARP. */
  boolean take(Frame frame, long number, long timeNs, CaptureReader reader) {
    MemorySegment s = frame.bytes();
    long at = frame.tcpAt();
    long data = Math.min(at + (Bytes.u8(s, at + 12) >> 4) * 4L, frame.end());
    int sequence = Bytes.i32(s, at + 4);
    IwarpWay.Key key =
        new IwarpWay.Key(
            Address.source(frame),
            Address.destination(frame),
            Bytes.u16(s, at),
            Bytes.u16(s, at + 2));
    boolean opens = (Bytes.u8(s, at + 13) & SYN) != 0;
    IwarpWay way = ways.get(key);
    if (way != null && opens && sequence + 1 != way.firstSequence) {
      ended.add(way);
      ways.remove(key);
      way = null;
    }
    if (way == null) {
      boolean starts = data + 4 <= frame.end() && Bytes.i32(s, data) == MPA;
      if (!starts || ways.size() + ended.size() >= MOST) {
        return ways.containsKey(key.back());
      }
      way = begin(key, number, sequence);
    }
    if (way.viewpoint.isElsewhere(reader, timeNs)) {
      copies.add(number);
    } else if (!opens) {
      way.take(frame, sequence, data, number, timeNs, reader.originalBytes());
    }
    return way.isIwarp();
  }

  private IwarpWay begin(IwarpWay.Key key, long number, int sequence) {
    IwarpWay way = new IwarpWay(key, number, sequence);
    ways.put(key, way);
    IwarpWay back = ways.get(key.back());
    if (back != null) {
      way.join(back);
    }
    return way;
  }

  /** Segments that another interface of the capture shows as well. */
  Evidence copies() {
    return copies;
  }

  List<Explanation.Connection> finish(Findings findings) {
    List<IwarpWay> all = new ArrayList<>(ended);
    all.addAll(ways.values());
    List<Explanation.Connection> connections = new ArrayList<>();
    for (IwarpWay way : all) {
      IwarpWay back = way.back();
      boolean second = back != null && back.first < way.first;
      if (second || !way.isIwarp()) {
        continue;
      }
      List<Explanation.Way> both = new ArrayList<>();
      both.add(way.report(findings));
      if (back != null) {
        both.add(back.report(findings));
      }
      connections.add(new Explanation.Connection("iWARP", "MPA", 0, both));
    }
    return connections;
  }
}
