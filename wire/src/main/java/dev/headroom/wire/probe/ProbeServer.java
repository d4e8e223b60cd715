package dev.headroom.wire.probe;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.probe.ProbeExchange.Arrival;
import dev.headroom.wire.probe.ProbeExchange.Asked;
import dev.headroom.wire.probe.ProbeExchange.Begin;
import dev.headroom.wire.probe.ProbeExchange.Part;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.Device;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The end of the path: a queue pair for datagrams of its own for one client, which counts what it
 * takes and sends no packet. How a datagram arrived stands in its IP header, which verbs put before
 * what it carries.
 */
public final class ProbeServer implements AutoCloseable {
  /** What is kept of a datagram: 40 bytes of header, and 8 of payload. */
  private static final int KEPT = 48;

  private static final int HEADER = 40;
  private static final int SEQUENCE_AT = HEADER + 4;
  private static final int MTU = 4096;

  private static final long QUIET_NS = 20_000_000;

  /** Receives that are posted: twice a round, since a path may double packets. */
  private static final int RECEIVES = 2 * ProbeSettings.MOST_ROUND;

  private final InetAddress client;
  private final Family family;
  private final ProbeExchange exchange;
  private final CompletionQueue queue;
  private final QueuePair pair;
  private final MemoryRegion kept;
  private final MemoryRegion rest;
  private final int qkey;

  private ProbeServer(Device device, SideChannel channel) throws IOException {
    client = channel.remote();
    family = Family.of(client);
    exchange = new ProbeExchange(channel);
    queue = device.createCompletionQueue(RECEIVES + 1);
    ProtectionDomain domain = device.allocateProtectionDomain();
    Set<Access> own = Set.of(Access.LOCAL_WRITE);
    kept = domain.register(MemorySegment.ofArray(new byte[RECEIVES * KEPT]), own);
    rest = domain.register(MemorySegment.ofArray(new byte[MTU]), own);
    pair =
        domain.createQueuePair(
            QueuePairType.UD, new QueuePairLimits(1, RECEIVES), queue, queue, Optional.empty());
    qkey = new SecureRandom().nextInt() & 0x7fff_ffff;
    pair.open(
        new DatagramSettings(
            qkey, ConnectionSettings.DEFAULT_PKEY, MTU, ConnectionSettings.DEFAULT_TRAFFIC_CLASS));
    for (int i = 0; i < RECEIVES; i++) {
      post(i);
    }
  }

  /**
   * Serves a client until it parts.
   *
   * @return how many packets it sent that arrived
   * @throws IOException if it breaks off, or says what no client says
   */
  public static long serve(Device device, SideChannel channel)
      throws IOException, InterruptedException {
    try (ProbeServer server = new ProbeServer(device, channel)) {
      return server.run();
    }
  }

  private void post(int slot) {
    pair.postReceive(slot, kept.slice((long) slot * KEPT, KEPT), rest.slice(0, MTU));
  }

  private long run() throws IOException, InterruptedException {
    exchange.welcome(new ProbeExchange.Lent(pair.self().queuePair(), qkey));
    long arrived = 0;
    while (true) {
      switch (exchange.next()) {
        case Begin round -> {
          collect(); // what comes late is of no round
          exchange.ready(round.packets());
        }
        case Asked _ -> {
          List<Arrival> arrivals = collect();
          arrived += arrivals.size();
          exchange.arrived(arrivals);
        }
        case Part _ -> {
          return arrived;
        }
      }
    }
  }

  /**
   * Takes what has come since it was last asked, and makes room for more; until the device has
   * nothing left, since it may be slower than the client's question.
   */
  private List<Arrival> collect() throws InterruptedException {
    List<Arrival> arrivals = new ArrayList<>();
    // One who sends without end is not listened to without end.
    for (int taken = 0; taken < RECEIVES; taken++) {
      Optional<WorkCompletion> next = queue.await(QUIET_NS);
      if (next.isEmpty()) {
        break;
      }
      WorkCompletion done = next.get();
      long at = done.id() * KEPT;
      MemorySegment s = kept.memory();
      boolean fromClient =
          done.sender().map(sender -> sender.address().equals(client)).orElse(false);
      if (done.status() == Status.SUCCESS && fromClient && done.bytes() >= KEPT) {
        int marks = family.trafficClass(s, at + HEADER - family.layout().header());
        arrivals.add(new Arrival(Bytes.i32(s, at + SEQUENCE_AT), marks));
      }
      post((int) done.id());
    }
    return arrivals;
  }

  @Override
  public void close() {
    pair.close();
    kept.close();
    rest.close();
  }
}
