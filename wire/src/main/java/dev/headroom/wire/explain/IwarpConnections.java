package dev.headroom.wire.explain;

import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.FrameHeaders;
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

  private final Map<IwarpDirection.Key, IwarpDirection> directions = new LinkedHashMap<>();
  private final List<IwarpDirection> ended = new ArrayList<>();
  private final FrameEvidence copies = new FrameEvidence();

  /** Takes a TCP segment; true if it belongs to iWARP. */
  boolean take(FrameHeaders frame, long number, long timeNs, CaptureReader reader) {
    MemorySegment s = frame.bytes();
    long at = frame.tcpAt();
    long data = Math.min(at + (BigEndianBytes.u8(s, at + 12) >> 4) * 4L, frame.end());
    int sequence = BigEndianBytes.i32(s, at + 4);
    IwarpDirection.Key key =
        new IwarpDirection.Key(
            PacketAddress.source(frame),
            PacketAddress.destination(frame),
            BigEndianBytes.u16(s, at),
            BigEndianBytes.u16(s, at + 2));
    boolean opens = (BigEndianBytes.u8(s, at + 13) & SYN) != 0;
    IwarpDirection way = directions.get(key);
    if (way != null && opens && sequence + 1 != way.firstSequence) {
      ended.add(way);
      directions.remove(key);
      way = null;
    }
    if (way == null) {
      boolean starts = data + 4 <= frame.end() && BigEndianBytes.i32(s, data) == MPA;
      if (!starts || directions.size() + ended.size() >= MOST) {
        return directions.containsKey(key.back());
      }
      way = begin(key, number, sequence);
    }
    if (way.viewpoint.isOtherInterface(reader, timeNs)) {
      copies.add(number);
    } else if (!opens) {
      way.take(frame, sequence, data, number, timeNs, reader.originalBytes());
    }
    return way.isIwarp();
  }

  private IwarpDirection begin(IwarpDirection.Key key, long number, int sequence) {
    IwarpDirection way = new IwarpDirection(key, number, sequence);
    directions.put(key, way);
    IwarpDirection back = directions.get(key.back());
    if (back != null) {
      way.join(back);
    }
    return way;
  }

  /** Segments that another interface of the capture shows as well. */
  FrameEvidence copies() {
    return copies;
  }

  List<CaptureReport.Connection> finish(CaptureFindings findings) {
    List<IwarpDirection> all = new ArrayList<>(ended);
    all.addAll(directions.values());
    List<CaptureReport.Connection> connections = new ArrayList<>();
    for (IwarpDirection way : all) {
      IwarpDirection back = way.reverse();
      boolean second = back != null && back.first < way.first;
      if (second || !way.isIwarp()) {
        continue;
      }
      List<CaptureReport.Way> both = new ArrayList<>();
      both.add(way.report(findings));
      if (back != null) {
        both.add(back.report(findings));
      }
      connections.add(new CaptureReport.Connection("iWARP", "MPA", 0, both));
    }
    return connections;
  }
}
