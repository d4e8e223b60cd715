package dev.headroom.wire.explain;

import dev.headroom.wire.packet.NakCause;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conversion of the collected data of one direction to plain data. */
final class Reports {
  private Reports() {}

  static Explanation.Connection connection(OneWay first) {
    OneWay back = first.peer;
    List<Explanation.Way> ways = new ArrayList<>();
    ways.add(way(first));
    if (back != null) {
      ways.add(way(back));
    }
    String setUp = first.byCm ? "CM" : back != null ? "answers" : "one way only";
    return new Explanation.Connection(Connections.service(first), setUp, first.mtu(), ways);
  }

  static Explanation.Datagrams datagrams(OneWay way) {
    return new Explanation.Datagrams(
        way.key.from().toString(),
        way.key.to().toString(),
        way.key.qp(),
        way.packets,
        way.payload,
        way.wrongIcrc.count());
  }

  private static Explanation.Way way(OneWay way) {
    OneWay back = way.peer;
    return new Explanation.Way(
        new Explanation.Way.Ends(way.key.from().toString(), way.key.to().toString(), way.key.qp()),
        new Explanation.Way.Volume(way.packets, way.bytes, way.payload, way.goodputBps()),
        new Explanation.Way.Operations(messages(way), way.latencies.latency()),
        new Explanation.Way.Delivery(
            way.resent.count(), way.again.count(), way.overtaken.count(), way.requests.missing()),
        new Explanation.Way.Answers(
            naks(back),
            back == null ? 0 : back.rnr.count(),
            way.timeouts.count(),
            back == null ? 0 : back.acks),
        new Explanation.Way.Congestion(
            cnps(back), new Explanation.EcnCounts(way.ecn[0], way.ecn[1], way.ecn[2], way.ecn[3])),
        new Explanation.Way.Headers(dscps(way), way.sourcePorts.count(), way.wrongIcrc.count()));
  }

  private static Map<MessageKind, Long> messages(OneWay way) {
    Map<MessageKind, Long> messages = new EnumMap<>(MessageKind.class);
    for (MessageKind kind : MessageKind.values()) {
      if (way.messages[kind.index()] > 0) {
        messages.put(kind, way.messages[kind.index()]);
      }
    }
    return messages;
  }

  private static Map<String, Long> naks(@Nullable OneWay back) {
    Map<String, Long> naks = new LinkedHashMap<>();
    if (back != null) {
      for (Map.Entry<NakCause, Evidence> each : back.naks.entrySet()) {
        naks.put(each.getKey().words(), each.getValue().count());
      }
    }
    return naks;
  }

  private static Explanation.Cnps cnps(@Nullable OneWay back) {
    if (back == null || back.cnps.count() == 0) {
      return new Explanation.Cnps(0, 0, 0);
    }
    long count = back.cnps.count();
    long span = back.lastCnpNs - back.firstCnpNs;
    return new Explanation.Cnps(
        count, span <= 0 ? 0 : (count - 1) * 1e9 / span, count < 2 ? 0 : back.leastCnpGapNs);
  }

  static List<Integer> dscps(OneWay way) {
    return Elsewhere.list(way.dscps);
  }
}
