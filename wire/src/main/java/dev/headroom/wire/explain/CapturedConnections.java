package dev.headroom.wire.explain;

import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.CmMessage;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.TransportService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Queue pairs of a capture, found from the packets sent to them, and the pairing of the two ends of
 * each connection. A packet names only the queue pair it goes to, so that is learned: from the
 * connection manager's REQ and REP; from an answer whose PSN is one that only one way has lately
 * used; in the end from there being only one left on each side.
 */
public final class CapturedConnections {
  /** Ways that are followed; a capture of more is told so. About 2 KB each. */
  static final int MOST_WAYS = 32_768;

  /** How far an answer may lie behind the newest request. */
  private static final int ANSWER_WITHIN = 1 << 16;

  private static final int MOST_REQUESTS = 16_384;

  /** Two hosts in a direction. */
  private record Hosts(PacketAddress from, PacketAddress to) {}

  /** A connection request on its way: its sender's name for it. */
  private record RequestKey(PacketAddress from, PacketAddress to, int localId) {}

  private final Map<QueuePairDirection.Key, QueuePairDirection> directions = new LinkedHashMap<>();
  private final Map<Hosts, List<QueuePairDirection>> unpaired = new HashMap<>();
  private final Map<RequestKey, CmMessage.Request> requests =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RequestKey, CmMessage.Request> eldest) {
          return size() > MOST_REQUESTS;
        }
      };
  private long untracked;

  /** The way a packet belongs to; null if there are too many to follow. */
  @Nullable QueuePairDirection of(FrameHeaders frame, long number, long timeNs) {
    QueuePairDirection.Key key =
        new QueuePairDirection.Key(
            PacketAddress.source(frame),
            PacketAddress.destination(frame),
            Bth.destinationQp(frame.bytes(), frame.bthAt()));
    QueuePairDirection way = of(key, number, timeNs);
    if (way == null) {
      untracked++;
    } else if (way.peer == null && isAnswer(frame)) {
      findPeer(way, Bth.psn(frame.bytes(), frame.bthAt()));
    }
    return way;
  }

  private static boolean isAnswer(FrameHeaders frame) {
    return !frame.isCnp() && frame.operation().isResponse();
  }

  private @Nullable QueuePairDirection of(QueuePairDirection.Key key, long number, long timeNs) {
    QueuePairDirection way = directions.get(key);
    if (way == null && directions.size() < MOST_WAYS) {
      way = new QueuePairDirection(key, number, timeNs);
      directions.put(key, way);
      unpaired.computeIfAbsent(new Hosts(key.from(), key.to()), k -> new ArrayList<>()).add(way);
    }
    return way;
  }

  private void findPeer(QueuePairDirection way, int psn) {
    QueuePairDirection found = null;
    for (QueuePairDirection each :
        unpaired.getOrDefault(new Hosts(way.key.to(), way.key.from()), List.of())) {
      if (each != way && each.requests.covers(psn, ANSWER_WITHIN)) {
        if (found != null) {
          return;
        }
        found = each;
      }
    }
    if (found != null) {
      pair(way, found);
    }
  }

  private void pair(QueuePairDirection one, QueuePairDirection other) {
    one.peer = other;
    other.peer = one;
    forget(one);
    forget(other);
  }

  private void forget(QueuePairDirection way) {
    Hosts hosts = new Hosts(way.key.from(), way.key.to());
    unpaired.computeIfPresent(
        hosts,
        (_, left) -> {
          left.remove(way);
          return left.isEmpty() ? null : left;
        });
  }

  /** Takes what the connection manager says of who belongs to whom. */
  void onCmMessage(CmMessage message, FrameHeaders frame, long number, long timeNs) {
    PacketAddress from = PacketAddress.source(frame);
    PacketAddress to = PacketAddress.destination(frame);
    if (message instanceof CmMessage.Request request) {
      requests.put(new RequestKey(from, to, request.localId()), request);
    } else if (message instanceof CmMessage.Reply reply) {
      CmMessage.Request request = requests.remove(new RequestKey(to, from, reply.remoteId()));
      if (request == null) {
        return;
      }
      QueuePairDirection there =
          of(new QueuePairDirection.Key(to, from, reply.localQp()), number, timeNs);
      QueuePairDirection back =
          of(new QueuePairDirection.Key(from, to, request.localQp()), number, timeNs);
      if (there != null
          && back != null
          && there != back
          && there.peer == null
          && back.peer == null) {
        there.byCm = true;
        there.mtu = request.pathMtuBytes();
        back.byCm = true;
        pair(there, back);
      }
    }
  }

  /** How many packets belonged to ways that were not followed. */
  long untracked() {
    return untracked;
  }

  /**
   * All ways, those of a connection once, by the first of them; those that could only belong
   * together are put together first.
   */
  List<QueuePairDirection> finish() {
    for (QueuePairDirection way : List.copyOf(directions.values())) {
      if (way.peer == null && way.service != TransportService.UD) {
        QueuePairDirection only = only(way.key.from(), way.key.to());
        QueuePairDirection back = only(way.key.to(), way.key.from());
        if (only == way && back != null && back != way) {
          pair(way, back);
        }
      }
    }
    List<QueuePairDirection> firsts = new ArrayList<>();
    Set<QueuePairDirection> told = new HashSet<>();
    for (QueuePairDirection way : directions.values()) {
      QueuePairDirection peer = way.peer;
      boolean empty = way.packets == 0 && (peer == null || peer.packets == 0);
      boolean second = peer != null && (peer.firstFrame < way.firstFrame || told.contains(peer));
      if (!empty && !second) {
        firsts.add(way);
        told.add(way);
      }
    }
    return firsts;
  }

  private @Nullable QueuePairDirection only(PacketAddress from, PacketAddress to) {
    QueuePairDirection found = null;
    for (QueuePairDirection each : unpaired.getOrDefault(new Hosts(from, to), List.of())) {
      if (each.service != TransportService.UD) {
        if (found != null) {
          return null;
        }
        found = each;
      }
    }
    return found;
  }

  /** A CNP tells of no more than an opcode: which service it belongs to is the other way's. */
  static String service(QueuePairDirection way) {
    QueuePairDirection peer = way.peer;
    TransportService service =
        way.service != null ? way.service : peer == null ? null : peer.service;
    return service == null ? Opcode.name(Opcode.CNP) : service.name();
  }
}
