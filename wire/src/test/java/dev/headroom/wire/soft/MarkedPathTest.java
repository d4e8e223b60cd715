package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.Namespaces;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two devices on machines of their own, and Linux's nftables on the router between them, which sets
 * CE on every fiftieth packet and counts what comes back: what is told by neither end.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class MarkedPathTest {
  private static final InetAddress SENDER = InetAddress.ofLiteral("10.72.1.1");
  private static final InetAddress RECEIVER = InetAddress.ofLiteral("10.72.2.2");
  private static final ConnectionSettings SETTINGS =
      ConnectionSettings.DEFAULT.mtu(1024).patience(17, 7, 7);
  private static final int WRITES = 200;
  private static final int BYTES = 65_536;

  /** The first byte behind the UDP header is the opcode: 0x81 is that of CNPs. */
  private static final String RULES =
      """
      ip daddr 10.72.2.2 udp dport 4791 ip ecn ect0 numgen inc mod 50 0 \
        ip ecn set ce counter comment "marked"
      ip daddr 10.72.1.1 udp dport 4791 @th,64,8 0x81 counter comment "told"
      ip daddr 10.72.1.1 udp dport 4791 @th,64,8 0x81 ip dscp 48 ip ecn not-ect \
        counter comment "told in their class"
      """;

  private final byte[] room = new byte[BYTES];

  @Test
  void shouldTellTheSenderOfMarksThatARouterSets() throws Exception {
    Namespaces.obstacle().ifPresent(why -> Assumptions.abort("no path to mark: " + why));
    try (Namespaces network =
            Namespaces.of(
                "c r s",
                """
                link c r 10.72.1
                link r s 10.72.2
                way c default 10.72.1.2
                way s default 10.72.2.1
                """);
        SoftDevice here = network.on("c", () -> SoftDevice.open(SENDER));
        SoftDevice there = network.on("s", () -> SoftDevice.open(RECEIVER))) {
      network.rule("r", "marks", "forward", RULES);
      try (SoftLoop one = SoftLoop.start(here);
          SoftLoop other = SoftLoop.start(there)) {
        write(network, here, there);
        assertThat(one.failure()).isEmpty();
        assertThat(other.failure()).isEmpty();
      }
      long told = network.counted("r", "marks", "told");
      assertThat(network.counted("r", "marks", "marked"))
          .as("every fiftieth of 64 packets a message")
          .isGreaterThanOrEqualTo(WRITES * 64 / 50)
          .isGreaterThanOrEqualTo(told);
      assertThat(told).isPositive();
      assertThat(network.counted("r", "marks", "told in their class")).isEqualTo(told);
      assertThat(here.cnps()).isEqualTo(told);
      assertThat(there.cnps()).isZero();
    }
  }

  /** Queue pairs open sockets when they are connected, which has to be on their machine. */
  private void write(Namespaces network, SoftDevice here, SoftDevice there) throws Exception {
    CompletionQueue done = here.createCompletionQueue(WRITES);
    CompletionQueue unused = there.createCompletionQueue(16);
    ProtectionDomain domain = here.allocateProtectionDomain();
    ProtectionDomain remote = there.allocateProtectionDomain();
    QueuePair pair = domain.createQueuePair(new QueuePairLimits(WRITES, 0), done, done);
    QueuePair peer = remote.createQueuePair(new QueuePairLimits(16, 0), unused, unused);
    network.on("c", () -> connected(pair, peer));
    network.on("s", () -> connected(peer, pair));
    MemoryRegion source =
        domain.register(MemorySegment.ofArray(new byte[BYTES]), Set.of(Access.LOCAL_WRITE));
    MemoryRegion target =
        remote.register(
            MemorySegment.ofArray(room), Set.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE));
    source.memory().fill((byte) 7);
    for (int i = 0; i < WRITES; i++) {
      pair.post(WorkRequest.write(i, target.address(), target.rkey(), source.slice(0, BYTES)));
    }
    for (int i = 0; i < WRITES; i++) {
      Optional<WorkCompletion> next = done.await(20_000_000_000L);
      assertThat(next.map(WorkCompletion::status)).contains(WorkCompletion.Status.SUCCESS);
    }
    assertThat(room).containsOnly(7);
  }

  private static QueuePair connected(QueuePair pair, QueuePair peer) {
    pair.connect(peer.self(), SETTINGS);
    return pair;
  }
}
