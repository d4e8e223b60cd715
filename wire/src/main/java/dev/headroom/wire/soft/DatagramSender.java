package dev.headroom.wire.soft;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.Destination;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest.Flag;
import java.util.HashMap;
import java.util.Map;

/** The sending side of a queue pair for datagrams (IBA 9.8.3): one packet for each request. */
final class DatagramSender extends SendSide {
  /** Destinations whose headers are kept. */
  private static final int MOST_ROUTES = 1024;

  private final DatagramSettings settings;
  private final Map<Destination, HeaderTemplate> routes = new HashMap<>();
  private long psn;

  DatagramSender(
      QueuePairEngine exchange,
      PacketWriter out,
      SendRing works,
      DatagramSettings settings,
      int startingPsn) {
    super(exchange, out, works, settings.mtuBytes(), settings.pkey());
    this.settings = settings;
    psn = startingPsn;
  }

  @Override
  int transmit(int most, long nowNs, boolean mayBegin) {
    int count = 0;
    while (count < most && works.head < works.tail && mayBegin) {
      ActiveWorkRequest work = works.get(works.head);
      works.begun = works.head + 1;
      if (!work.pieces.areOpen()) {
        exchange.fail(works.head, Status.LOCAL_PROTECTION_ERROR);
        break;
      }
      send(work, work.request.destination().orElseThrow());
      count++;
      works.head++;
      exchange.completed(work);
      if (!exchange.maySend()) {
        break;
      }
    }
    return count;
  }

  private void send(ActiveWorkRequest work, Destination to) {
    HeaderTemplate route = route(to);
    int bytes = (int) work.pieces.bytes();
    boolean immediate = work.request.immediate().isPresent();
    long at = out.begin(route);
    // A key with the highest bit set is not for programs to send: it means one's own (IBA 10.2.5).
    int qkey = to.qkey() < 0 ? settings.qkey() : to.qkey();
    Deth.write(out.frame, at, qkey, exchange.self().queuePair());
    at += Deth.BYTES;
    if (immediate) {
      BigEndianBytes.put32(out.frame, at, work.request.immediate().getAsInt());
      at += 4;
    }
    work.pieces.read(0, out.frame, at, bytes);
    BthOperation operation = immediate ? BthOperation.SEND_ONLY_IMM : BthOperation.SEND_ONLY;
    boolean solicited = work.request.flags().contains(Flag.SOLICITED);
    send(route, TransportService.UD, operation, solicited, to.queuePair(), false, psn++, bytes);
  }

  /** Lays out the headers, before anything is sent there. */
  void prepare(Destination to) {
    var _ = route(to);
  }

  /** Those whose headers are kept. */
  int peers() {
    return routes.size();
  }

  private HeaderTemplate route(Destination to) {
    HeaderTemplate route = routes.get(to);
    if (route == null) {
      if (routes.size() >= MOST_ROUTES) {
        routes.clear();
      }
      route = exchange.route(to.address(), to.queuePair(), settings.trafficClass());
      routes.put(to, route);
    }
    return route;
  }
}
