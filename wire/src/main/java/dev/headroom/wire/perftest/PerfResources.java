package dev.headroom.wire.perftest;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.Destination;
import dev.headroom.wire.verbs.Device;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.ScatterGather;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Queue pairs and memory of this side. The peer reaches one region that was made for it, and of
 * that only what the test needs.
 */
final class PerfResources implements AutoCloseable {
  /** Perftest's Q_Key. */
  private static final int QKEY = 0x11111111;

  private static final int PATIENCE = 7;
  private static final int RNR_TIMER = 12;

  final PerfSettings settings;
  final CompletionQueue sends;
  final CompletionQueue receives;
  final List<QueuePair> pairs = new ArrayList<>();
  final List<PerfQpInfo> keys = new ArrayList<>();
  final List<PerfQpInfo> peers = new ArrayList<>();
  final MemoryRegion outgoing;
  final MemoryRegion incoming;
  private final boolean served;

  /**
   * @param served whether the peer asks for this side's memory
   */
  PerfResources(Device device, PerfSettings settings, boolean served) {
    this.settings = settings;
    this.served = served;
    int count = settings.queues().queuePairs();
    int depth = settings.queues().sendDepth();
    int posted =
        settings.test().verb() == PerfTest.Verb.SEND ? settings.queues().receiveDepth() : 0;
    sends = device.createCompletionQueue(Math.clamp((long) count * depth, 1, 65_536));
    receives = device.createCompletionQueue(Math.clamp((long) count * posted, 1, 65_536));
    ProtectionDomain domain = device.allocateProtectionDomain();
    Set<Access> access = EnumSet.of(Access.LOCAL_WRITE);
    settings.test().access().filter(_ -> served).ifPresent(access::add);
    int receiveHeader = settings.type() == QueuePairType.UD ? PerfSettings.DATAGRAM_HEADER : 0;
    outgoing = domain.register(memory(count, settings.room()), Set.of(Access.LOCAL_WRITE));
    incoming = domain.register(memory(count, settings.room() + receiveHeader), access);
    for (int i = 0; i < count; i++) {
      QueuePair pair =
          domain.createQueuePair(
              settings.type(),
              new QueuePairLimits(depth, posted),
              sends,
              receives,
              Optional.empty());
      pairs.add(pair);
      Peer self = pair.self();
      keys.add(
          new PerfQpInfo(
              self.address(),
              settings.connection().reads(),
              self.queuePair(),
              self.startingPsn(),
              incoming.rkey(),
              incoming.address() + (long) i * (settings.room() + receiveHeader)));
    }
  }

  private static MemorySegment memory(int count, int each) {
    return Arena.ofAuto().allocate((long) count * each, PerfSettings.PAGE);
  }

  /** Joins all with those of the peer. */
  void connect() {
    for (int i = 0; i < pairs.size(); i++) {
      PerfQpInfo peer = peers.get(i);
      if (settings.type() == QueuePairType.UD) {
        pairs
            .get(i)
            .open(
                new DatagramSettings(
                    QKEY,
                    ConnectionSettings.DEFAULT_PKEY,
                    settings.connection().mtuBytes(),
                    ConnectionSettings.DEFAULT_TRAFFIC_CLASS));
        continue;
      }
      ConnectionSettings connection =
          settings(Math.clamp(peer.reads(), 1, settings.connection().reads()));
      pairs.get(i).connect(new Peer(peer.host(), peer.queuePair(), peer.startingPsn()), connection);
    }
  }

  /** Has the connection manager join all with those of the peer. */
  void connectBy(CmPerfChannel line) throws IOException, InterruptedException {
    for (QueuePair pair : pairs) {
      line.join(pair, settings(settings.connection().reads()));
    }
  }

  private ConnectionSettings settings(int readsAsked) {
    return new ConnectionSettings(
        served ? Set.copyOf(allowed()) : Set.of(),
        settings.connection().mtuBytes(),
        settings.connection().timeout(),
        PATIENCE,
        PATIENCE,
        RNR_TIMER,
        readsAsked,
        settings.connection().reads());
  }

  private List<Access> allowed() {
    return settings.test().access().stream().toList();
  }

  /** What a queue pair is to do, over and over, with messages of so many bytes. */
  WorkRequest request(int index, int bytes) {
    PerfQpInfo peer = peers.get(index);
    ScatterGather own = outgoing.slice((long) index * settings.room(), bytes);
    return switch (settings.test().verb()) {
      case WRITE -> WorkRequest.write(index, peer.address(), peer.rkey(), own);
      case READ -> WorkRequest.read(index, peer.address(), peer.rkey(), own);
      case ATOMIC ->
          settings.messages().swap()
              ? WorkRequest.compareAndSwap(index, peer.address(), peer.rkey(), 0, 0, own)
              : WorkRequest.fetchAndAdd(index, peer.address(), peer.rkey(), 1, own);
      case SEND ->
          settings.type() == QueuePairType.UD
              ? WorkRequest.send(index, own)
                  .to(new Destination(peer.host(), peer.queuePair(), QKEY))
              : WorkRequest.send(index, own);
    };
  }

  /** Posts the receives that SENDs of a round need before they come. */
  void postReceives(PerfSettings round) {
    boolean timed = round.course().seconds() > 0;
    int each =
        timed
            ? round.queues().receiveDepth()
            : Math.min(round.queues().receiveDepth(), round.messages().iterations());
    for (int i = 0; i < round.queues().queuePairs(); i++) {
      for (int k = 0; k < each; k++) {
        receive(i);
      }
    }
  }

  /** Posts one receive for a queue pair. */
  void receive(int index) {
    int header = settings.type() == QueuePairType.UD ? PerfSettings.DATAGRAM_HEADER : 0;
    pairs
        .get(index)
        .postReceive(
            index,
            incoming.slice(
                (long) index * (settings.room() + header), settings.messages().bytes() + header));
  }

  @Override
  public void close() {
    pairs.forEach(QueuePair::close);
    incoming.close();
    outgoing.close();
  }
}
