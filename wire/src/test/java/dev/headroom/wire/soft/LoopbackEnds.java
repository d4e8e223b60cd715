package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.util.Set;

/** Two devices on real sockets of the loopback interface, joined by a queue pair. */
final class LoopbackEnds implements AutoCloseable {
  private static final int BYTES = 1 << 20;
  private static final int PORT = 14_800;

  final SoftDevice one;
  final SoftDevice other;
  final CompletionQueue queue;
  final CompletionQueue otherQueue;
  final QueuePair pair;
  final QueuePair otherPair;
  final MemoryRegion here;
  final MemoryRegion there;
  private final Arena arena = Arena.ofShared();

  private LoopbackEnds(SoftDevice one, SoftDevice other, ConnectionSettings settings) {
    this.one = one;
    this.other = other;
    ProtectionDomain domain = one.allocateProtectionDomain();
    ProtectionDomain otherDomain = other.allocateProtectionDomain();
    queue = one.createCompletionQueue(4096);
    otherQueue = other.createCompletionQueue(4096);
    QueuePairLimits limits = new QueuePairLimits(1024, 1024);
    pair = domain.createQueuePair(limits, queue, queue);
    otherPair = otherDomain.createQueuePair(limits, otherQueue, otherQueue);
    Set<Access> all = Set.of(Access.values());
    here = domain.register(arena.allocate(BYTES, 4096), all);
    there = otherDomain.register(arena.allocate(BYTES, 4096), all);
    pair.connect(otherPair.self(), settings);
    otherPair.connect(pair.self(), settings);
  }

  /**
   * @param number another one for each test: ports may be in use for a while
   */
  static LoopbackEnds open(int number) throws IOException {
    return open(number, ConnectionSettings.DEFAULT.mtu(4096));
  }

  static LoopbackEnds open(int number, ConnectionSettings settings) throws IOException {
    SoftDevice one = SoftDevice.open(InetAddress.ofLiteral("127.0.0.1"), PORT + number);
    SoftDevice other = SoftDevice.open(InetAddress.ofLiteral("127.0.0.2"), PORT + number);
    return new LoopbackEnds(one, other, settings);
  }

  @Override
  public void close() {
    one.close();
    other.close();
    arena.close();
  }
}
