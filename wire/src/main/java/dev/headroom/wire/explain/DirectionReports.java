package dev.headroom.wire.explain;

import dev.headroom.wire.packet.NakCause;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conversion of the collected data of one direction to plain data. */
final class DirectionReports {
  private DirectionReports() {}

  static CaptureReport.Connection connection(QueuePairDirection first) {
    QueuePairDirection back = first.peer;
    List<CaptureReport.Way> ways = new ArrayList<>();
    ways.add(way(first));
    if (back != null) {
      ways.add(way(back));
    }
    String setUp = first.byCm ? "CM" : back != null ? "answers" : "one way only";
    return new CaptureReport.Connection(
        CapturedConnections.service(first), setUp, first.mtu(), ways);
  }

  static CaptureReport.Datagrams datagrams(QueuePairDirection way) {
    return new CaptureReport.Datagrams(
        way.key.from().toString(),
        way.key.to().toString(),
        way.key.qp(),
        way.packets,
        way.payload,
        way.wrongIcrc.count());
  }

  private static CaptureReport.Way way(QueuePairDirection way) {
    QueuePairDirection back = way.peer;
    return new CaptureReport.Way(
        new CaptureReport.Way.Ends(
            way.key.from().toString(), way.key.to().toString(), way.key.qp()),
        new CaptureReport.Way.Volume(way.packets, way.bytes, way.payload, way.goodputBps()),
        new CaptureReport.Way.Operations(messages(way), way.latencies.latency()),
        new CaptureReport.Way.Delivery(
            way.resent.count(), way.again.count(), way.overtaken.count(), way.requests.missing()),
        new CaptureReport.Way.Answers(
            naks(back),
            back == null ? 0 : back.rnr.count(),
            way.timeouts.count(),
            back == null ? 0 : back.acks),
        new CaptureReport.Way.Congestion(
            cnps(back),
            new CaptureReport.EcnCounts(way.ecn[0], way.ecn[1], way.ecn[2], way.ecn[3])),
        new CaptureReport.Way.Headers(dscps(way), way.sourcePorts.count(), way.wrongIcrc.count()));
  }

  private static Map<MessageKind, Long> messages(QueuePairDirection way) {
    Map<MessageKind, Long> messages = new EnumMap<>(MessageKind.class);
    for (MessageKind kind : MessageKind.values()) {
      if (way.messages[kind.index()] > 0) {
        messages.put(kind, way.messages[kind.index()]);
      }
    }
    return messages;
  }

  private static Map<String, Long> naks(@Nullable QueuePairDirection back) {
    Map<String, Long> naks = new LinkedHashMap<>();
    if (back != null) {
      for (Map.Entry<NakCause, FrameEvidence> each : back.naks.entrySet()) {
        naks.put(each.getKey().words(), each.getValue().count());
      }
    }
    return naks;
  }

  private static CaptureReport.Cnps cnps(@Nullable QueuePairDirection back) {
    if (back == null || back.cnps.count() == 0) {
      return new CaptureReport.Cnps(0, 0, 0);
    }
    long count = back.cnps.count();
    long span = back.lastCnpNs - back.firstCnpNs;
    return new CaptureReport.Cnps(
        count, span <= 0 ? 0 : (count - 1) * 1e9 / span, count < 2 ? 0 : back.leastCnpGapNs);
  }

  static List<Integer> dscps(QueuePairDirection way) {
    return SecondCapturePoint.list(way.dscps);
  }
}
