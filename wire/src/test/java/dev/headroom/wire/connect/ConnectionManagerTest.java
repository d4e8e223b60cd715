package dev.headroom.wire.connect;

import static dev.headroom.wire.pingpong.Neighbours.address;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.CmMessage;
import dev.headroom.wire.packet.Mad;
import dev.headroom.wire.pingpong.Neighbours;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.Device;
import dev.headroom.wire.verbs.ManagementPort;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class ConnectionManagerTest {
  private static final String HERE = "127.0.0.15";
  private static final String THERE = "127.0.0.16";
  private static final int PORT = 7174;

  /** A door to the network that the test is: what is sent is kept, what comes is said. */
  private static final class Door implements ManagementPort {
    private record Sent(InetAddress to, MemorySegment mad) {}

    private final List<Sent> sent = new ArrayList<>();
    private long nowNs;

    @Override
    public Inet4Address address() {
      return Neighbours.address("10.0.0.1");
    }

    @Override
    public void manage(Manager manager) {}

    @Override
    public void send(InetAddress to, MemorySegment mad) {
      byte[] copy = mad.toArray(ValueLayout.JAVA_BYTE);
      sent.add(new Sent(to, MemorySegment.ofArray(copy)));
    }

    private int last() {
      return Mad.attribute(sent.getLast().mad, 0);
    }
  }

  private final Door door = new Door();
  private final ConnectionManager manager =
      ConnectionManager.of(door, () -> door.nowNs, new SecureRandom());

  /** Over IPv6, with itself: this machine may have but one such address. */
  @Test
  void shouldJoinOverIpv6() throws Exception {
    InetAddress own = InetAddress.ofLiteral("::1");
    try (SoftDevice device = open(own);
        SoftLoop _ = SoftLoop.start(device)) {
      ConnectionManager both = ConnectionManager.of(device, System::nanoTime, new SecureRandom());
      try (CmListener listener = both.listen(PORT)) {
        QueuePair served = pair(device);
        CompletableFuture<CmSession> server =
            Neighbours.beside(() ->
                listener
                    .next(Duration.ofSeconds(10))
                    .orElseThrow()
                    .accept(served, ConnectionSettings.DEFAULT));
        QueuePair pair = pair(device);
        try (CmSession client = both.connect(own, PORT, pair, ConnectionSettings.DEFAULT);
            CmSession accepted = server.get(10, TimeUnit.SECONDS)) {
          assertThat(client.peer()).isEqualTo(own);
          assertThat(accepted.peer()).isEqualTo(own);
          assertThat(pair.state()).isEqualTo(QueuePair.State.RTS);
          assertThat(served.state()).isEqualTo(QueuePair.State.RTS);
        }
      }
      assertThat(both.dropped()).isZero();
    }
  }

  private static SoftDevice open(InetAddress own) throws IOException {
    try {
      return SoftDevice.open(own, 14_880);
    } catch (SocketException e) {
      return Assumptions.abort("no IPv6: " + e.getMessage());
    }
  }

  @Test
  void shouldJoinAndPartBothSides() throws Exception {
    try (Neighbours ends = new Neighbours(HERE, THERE)) {
      ConnectionManager here = manager(ends.here);
      ConnectionManager there = manager(ends.there);
      try (CmListener listener = there.listen(PORT)) {
        QueuePair served = pair(ends.there);
        CompletableFuture<CmSession> server =
            Neighbours.beside(() ->
                listener
                    .next(Duration.ofSeconds(10))
                    .orElseThrow()
                    .accept(served, ConnectionSettings.DEFAULT));
        QueuePair pair = pair(ends.here);
        CmSession client =
            here.connect(address(THERE), PORT, pair, ConnectionSettings.DEFAULT.mtu(512));
        CmSession other = server.get(10, TimeUnit.SECONDS);
        assertThat(client.isOpen()).isTrue();
        assertThat(other.peer()).isEqualTo(address(HERE));
        assertThat(there.halfOpen()).isZero();

        client.close();
        assertThat(client.isOpen()).isFalse();
        assertThat(other.isOpen()).isFalse();
        assertThat(here.dropped() + there.dropped()).isZero();
      }
    }
  }

  @Test
  void shouldSayWhyThereIsNoConnection() throws Exception {
    try (Neighbours ends = new Neighbours(HERE, THERE)) {
      ConnectionManager here = manager(ends.here);
      ConnectionManager there = manager(ends.there);
      assertThatThrownBy(
              () -> here.connect(address(THERE), PORT, pair(ends.here), ConnectionSettings.DEFAULT))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("no server listens");
      try (CmListener listener = there.listen(PORT)) {
        CompletableFuture<Boolean> refused =
            Neighbours.beside(() -> {
              listener.next(Duration.ofSeconds(10)).orElseThrow().reject();
              return true;
            });
        assertThatThrownBy(() ->
                here.connect(address(THERE), PORT, pair(ends.here), ConnectionSettings.DEFAULT))
            .isInstanceOf(ConnectException.class)
            .hasMessageContaining("the application rejected it");
        assertThat(refused.get(10, TimeUnit.SECONDS)).isTrue();
      }
      assertThatThrownBy(() ->
              here.connect(
                  address("127.0.0.99"), PORT, pair(ends.here), ConnectionSettings.DEFAULT))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  /** Requests from everywhere: of those who never confirm only so many are kept, and not long. */
  @Test
  void shouldKeepFewOfThoseWhoForge() {
    SplittableRandom random = new SplittableRandom(1);
    try (CmListener _ = manager.listen(PORT)) {
      for (int i = 0; i < 100_000; i++) {
        Inet4Address from = address("10.1." + random.nextInt(200) + "." + random.nextInt(200));
        manager.receive(from, request(random, from, PORT));
        assertThat(manager.halfOpen()).isLessThanOrEqualTo(ConnectionManager.MOST_HALF_OPEN);
        if (i % 100 == 0) {
          door.nowNs += 10_000_000;
          manager.look(door.nowNs);
        }
      }
      assertThat(manager.halfOpen()).isEqualTo(ConnectionManager.MOST_HALF_OPEN);
      assertThat(door.sent).isEmpty();
      door.nowNs += 6_000_000_000L;
      manager.look(door.nowNs);
      assertThat(manager.halfOpen()).isZero();
    }
  }

  @Test
  void shouldKeepFewOfOneAddress() {
    SplittableRandom random = new SplittableRandom(2);
    Inet4Address from = address("10.0.0.9");
    try (CmListener _ = manager.listen(PORT)) {
      for (int i = 0; i < 1000; i++) {
        manager.receive(from, request(random, from, PORT));
      }
      assertThat(manager.halfOpen()).isEqualTo(ConnectionManager.MOST_OF_ONE_ADDRESS);
    }
  }

  /** Patience is for the slow; who asks for it again and again would be kept for ever. */
  @Test
  void shouldNotBePatientForEver() throws Exception {
    Inet4Address from = address("10.0.0.9");
    try (CmListener listener = manager.listen(PORT)) {
      MemorySegment request = request(new SplittableRandom(6), from, PORT);
      manager.receive(from, request);
      CmListener.Caller caller = listener.next(Duration.ofSeconds(1)).orElseThrow();
      try (Neighbours ends = new Neighbours(HERE, THERE)) {
        CompletableFuture<CmSession> answer =
            Neighbours.beside(() -> caller.accept(pair(ends.here), ConnectionSettings.DEFAULT));
        MemorySegment reply = sent(CmMessageWriter.REPLY);
        byte[] wait =
            CmMessageWriter.wait(
                Mad.transaction(reply, 0),
                BigEndianBytes.i32(request, Mad.DATA_AT),
                BigEndianBytes.i32(reply, Mad.DATA_AT));
        int halfOpen = manager.halfOpen();
        assertThat(halfOpen).isEqualTo(1);
        for (int i = 0; i < 1000 && manager.halfOpen() > 0; i++) {
          manager.receive(from, MemorySegment.ofArray(wait));
          tick(1_000_000_000L);
        }
        assertThat(manager.halfOpen()).isZero();
        assertThat(manager.dropped()).isPositive();
        assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS))
            .hasMessageContaining("never confirmed");
      }
    }
  }

  /** The first message of this kind that was sent, once it was. */
  private MemorySegment sent(int attribute) throws InterruptedException {
    while (true) {
      synchronized (manager) {
        manager.look(door.nowNs);
        for (Door.Sent each : door.sent) {
          if (Mad.attribute(each.mad, 0) == attribute) {
            return each.mad;
          }
        }
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private void tick(long ns) {
    synchronized (manager) {
      door.nowNs += ns;
      manager.look(door.nowNs);
    }
  }

  /** A queue pair that cannot be joined keeps nobody's place. */
  @Test
  void shouldLetGoOfWhomItCannotJoin() throws Exception {
    Inet4Address from = address("10.0.0.9");
    try (CmListener listener = manager.listen(PORT);
        Neighbours ends = new Neighbours(HERE, THERE)) {
      manager.receive(from, request(new SplittableRandom(7), from, PORT));
      CmListener.Caller caller = listener.next(Duration.ofSeconds(1)).orElseThrow();
      QueuePair pair = pair(ends.here);
      pair.reset();
      assertThatThrownBy(() -> caller.accept(pair, ConnectionSettings.DEFAULT))
          .isInstanceOf(IllegalStateException.class);
      assertThat(manager.halfOpen()).isZero();
      manager.look(door.nowNs);
      assertThat(door.last()).isEqualTo(CmMessageWriter.REJECT);
    }
  }

  /** Nobody drives the device, so nothing is sent and nothing comes: that is said, in the end. */
  @Test
  void shouldNotWaitForADeviceThatStandsStill() throws Exception {
    try (SoftDevice device = SoftDevice.open(address(HERE))) {
      ConnectionManager still = manager(device);
      assertThatThrownBy(
              () -> still.connect(address(THERE), PORT, pair(device), ConnectionSettings.DEFAULT))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  /** Of both kinds together: this side's own, and callers that are connected. */
  @Test
  void shouldKnowSoManyConnections() {
    CmConnectionTable cmConnectionTable = new CmConnectionTable(new SecureRandom());
    for (int i = 1; i <= ConnectionManager.MOST_CONNECTIONS; i++) {
      assertThat(cmConnectionTable.areFull()).isFalse();
      CmConnection cmConnection =
          i % 2 == 0
              ? cmConnectionTable.addOutgoing(address("10.0.0.9"))
              : cmConnectionTable.addIncoming(address("10.0.0.9"), i, i);
      cmConnectionTable.settled(cmConnection);
    }
    assertThat(cmConnectionTable.areFull()).isTrue();
    assertThatThrownBy(() -> cmConnectionTable.addOutgoing(address("10.0.0.8")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("4096 connections");
  }

  /** A GID that is not the sender's would direct the answers at somebody else. */
  @Test
  void shouldRefuseWhoNamesAnotherAddress() {
    try (CmListener _ = manager.listen(PORT)) {
      Inet4Address from = address("10.0.0.9");
      manager.receive(from, request(new SplittableRandom(3), address("10.0.0.8"), PORT));
      assertThat(door.sent).hasSize(1);
      assertThat(door.sent.getFirst().to).isEqualTo(from);
      assertThat(CmMessage.read(door.sent.getFirst().mad, 0))
          .isInstanceOfSatisfying(
              CmMessage.Reject.class,
              reject -> assertThat(reject.reason()).isEqualTo(CmMessageWriter.BAD_GID));
    }
  }

  /** Whoever asks once more is told to wait; a stranger is told nothing. */
  @Test
  void shouldAskForPatienceAndIgnoreStrangers() {
    SplittableRandom random = new SplittableRandom(4);
    Inet4Address from = address("10.0.0.9");
    try (CmListener _ = manager.listen(PORT)) {
      MemorySegment request = request(random, from, PORT);
      manager.receive(from, request);
      manager.receive(from, request);
      assertThat(door.last()).isEqualTo(CmMessageWriter.WAIT);
      assertThat(manager.halfOpen()).isEqualTo(1);
      int before = door.sent.size();
      int attributes = CmMessageWriter.DISCONNECTED + 3;
      for (int attribute = CmMessageWriter.WAIT; attribute < attributes; attribute++) {
        for (int i = 0; i < 1000; i++) {
          byte[] mad =
              CmMessageWriter.ids(random.nextLong(), attribute, random.nextInt(), random.nextInt());
          manager.receive(from, MemorySegment.ofArray(mad));
        }
      }
      assertThat(door.sent).hasSize(before);
      assertThat(manager.dropped()).isEqualTo(1000L * (attributes - CmMessageWriter.WAIT));
    }
  }

  /** Random bytes are not even read. */
  @Test
  void shouldSurviveAnything() {
    SplittableRandom random = new SplittableRandom(5);
    try (CmListener _ = manager.listen(PORT)) {
      for (int i = 0; i < 100_000; i++) {
        byte[] mad = new byte[ManagementPort.MAD_BYTES];
        random.nextBytes(mad);
        if (i % 2 == 0) {
          byte[] form = CmMessageWriter.ids(random.nextLong(), 0x10 + random.nextInt(12), 0, 0);
          System.arraycopy(form, 0, mad, 0, Mad.DATA_AT);
        }
        manager.receive(address("10.0.0.9"), MemorySegment.ofArray(mad));
        door.sent.clear();
      }
      assertThat(manager.halfOpen()).isLessThanOrEqualTo(ConnectionManager.MOST_HALF_OPEN);
    }
  }

  private static MemorySegment request(SplittableRandom random, Inet4Address gid, int port) {
    CmMessageWriter.Offer offer =
        new CmMessageWriter.Offer(
            random.nextInt(1 << 24), random.nextInt(1 << 24), 1, 1, 1024, 7, 7, 14);
    byte[] mad =
        CmMessageWriter.request(
            random.nextLong(),
            random.nextInt(),
            random.nextLong(),
            port,
            offer,
            gid,
            address("10.0.0.1"));
    BigEndianBytes.put32(MemorySegment.ofArray(mad), 252, random.nextInt());
    return MemorySegment.ofArray(mad);
  }

  private static ConnectionManager manager(SoftDevice device) {
    return ConnectionManager.of(device, System::nanoTime, new SecureRandom());
  }

  private static QueuePair pair(Device device) {
    CompletionQueue queue = device.createCompletionQueue(16);
    return device
        .allocateProtectionDomain()
        .createQueuePair(new QueuePairLimits(4, 4), queue, queue);
  }
}
