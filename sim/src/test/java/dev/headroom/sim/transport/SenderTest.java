package dev.headroom.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.LineRate;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sending end of a queue pair by itself, MTU 1000, messages of 4 packets, 2 outstanding. */
final class SenderTest {
  private static final long LINE = 100_000_000_000L;
  private static final long TIMEOUT = 1_000_000;

  private static RcSettings settings(int initialPsn, long windowBytes) {
    return new RcSettings(
        Framing.ROCEV2,
        1_000,
        4_000,
        2,
        true,
        windowBytes,
        false,
        4,
        true,
        3,
        3,
        3,
        6,
        false,
        4_000_000,
        false,
        Long.MAX_VALUE,
        TIMEOUT,
        2,
        initialPsn);
  }

  private static Sender sender(int initialPsn, long windowBytes) {
    return new Sender(
        0, new Route(0, 1, 0, 0, 0), settings(initialPsn, windowBytes), new LineRate(LINE), LINE);
  }

  /** Sends until it may not any more; the packet numbers. */
  private static List<Integer> drain(Sender sender) {
    List<Integer> psns = new ArrayList<>();
    while (sender.canSend(0)) {
      psns.add(send(sender).psn);
    }
    return psns;
  }

  private static Packet send(Sender sender) {
    Packet packet = new Packet();
    sender.fill(packet);
    return packet;
  }

  @Test
  void shouldHoldBackMessagesBeyondThoseOutstanding() {
    Sender sender = sender(0, Long.MAX_VALUE);
    sender.post(0, 20_000, 0);
    assertThat(drain(sender)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    sender.acknowledge(3, 0);
    assertThat(drain(sender)).as("no message is complete yet").isEmpty();
    sender.acknowledge(4, 0);
    assertThat(drain(sender)).containsExactly(8, 9, 10, 11);
    sender.acknowledge(12, 0);
    assertThat(drain(sender)).containsExactly(12, 13, 14, 15, 16, 17, 18, 19);
  }

  @Test
  void shouldCountEachMessageOnceHoweverFlowsAreReaped() {
    Sender sender = sender(0, Long.MAX_VALUE);
    sender.post(0, 4_000, 0);
    sender.post(1, 4_000, 0);
    assertThat(drain(sender)).hasSize(8);
    sender.acknowledge(8, 0);
    assertThat(sender.takeCompleted()).isNotNull();
    sender.post(2, 40_000, 0); // as the first one's completion may have it
    assertThat(sender.takeCompleted()).isNotNull();
    assertThat(sender.takeCompleted()).isNull();
    for (int acknowledged = 8; acknowledged < 40; acknowledged += 4) {
      drain(sender);
      sender.acknowledge(acknowledged + 4, 0);
      assertThat(drain(sender)).as("after %d", acknowledged + 4).hasSizeLessThanOrEqualTo(4);
    }
  }

  @ParameterizedTest(name = "window {0} B: {1} packets in flight")
  @CsvSource({"1, 1", "1000, 1", "2500, 3", "8000, 8", "1000000, 8"})
  void shouldKeepNoMoreInFlightThanTheWindow(long window, int packets) {
    Sender sender = sender(0, window);
    sender.post(0, 100_000, 0);
    assertThat(drain(sender)).hasSize(packets);
    sender.acknowledge(1, 0);
    assertThat(drain(sender)).hasSize(packets == 8 ? 0 : 1);
  }

  @Test
  void shouldGoBackToTheFirstPacketNotAcknowledged() {
    Sender sender = sender((1 << 24) - 3, Long.MAX_VALUE);
    sender.post(0, 7_500, 0);
    assertThat(drain(sender)).containsExactly(0xfffffd, 0xfffffe, 0xffffff, 0, 1, 2, 3, 4);
    sender.acknowledge(0xffffff, 0);
    sender.goBack();
    List<Integer> payloads = new ArrayList<>();
    List<Integer> psns = new ArrayList<>();
    while (sender.canSend(0)) {
      Packet packet = send(sender);
      psns.add(packet.psn);
      payloads.add(packet.payload);
    }
    assertThat(psns).containsExactly(0xffffff, 0, 1, 2, 3, 4);
    assertThat(payloads).containsExactly(1_000, 1_000, 1_000, 1_000, 1_000, 500);
    assertThat(sender.acknowledge(5, 0)).isTrue();
    Transfer done = sender.takeCompleted();
    assertThat(done).isNotNull();
    assertThat(done == null ? 0 : done.retransmissions).isEqualTo(6);
  }

  @Test
  void shouldPutTheRethOnFirstPacketsOfMessagesOnly() {
    Sender sender = sender(0, Long.MAX_VALUE);
    sender.post(0, 6_000, 0);
    List<Integer> frames = new ArrayList<>();
    List<Boolean> last = new ArrayList<>();
    while (sender.canSend(0)) {
      Packet packet = send(sender);
      frames.add(packet.bytes);
      last.add(packet.has(Packet.LAST_OF_MESSAGE));
    }
    assertThat(frames).containsExactly(1_078, 1_062, 1_062, 1_062, 1_078, 1_062);
    assertThat(last).containsExactly(false, false, false, true, false, true);
  }

  @Test
  void shouldIgnoreAcknowledgementsOfWhatWasNeverSentOrLongAgo() {
    Sender sender = sender(0, Long.MAX_VALUE);
    sender.post(0, 8_000, 0);
    drain(sender);
    sender.acknowledge(4, 0);
    assertThat(sender.acknowledge(9, 0)).isFalse();
    assertThat(sender.acknowledge(4, 0)).isFalse();
    assertThat(sender.acknowledge(2, 0)).isFalse();
    assertThat(sender.acknowledge(0xffffff, 0)).isFalse();
    assertThat(sender.acknowledge(8, 0)).isTrue();
  }

  @Test
  void shouldGiveUpAfterTheRetriesAndSayWhy() {
    Sender sender = sender(0, Long.MAX_VALUE);
    sender.post(0, 8_000, 0);
    drain(sender);
    sender.armTimer(0);
    assertThat(sender.deadlinePs()).isEqualTo(TIMEOUT);
    for (int i = 1; i <= 2; i++) {
      sender.timeOut(i * TIMEOUT);
      assertThat(drain(sender)).hasSize(8);
      assertThat(sender.failure()).isEmpty();
    }
    sender.timeOut(3 * TIMEOUT);
    assertThat(sender.canSend(0)).isFalse();
    assertThat(sender.failure()).contains("retry counter exceeded").contains("3 timeouts");
    assertThat(sender.deadlinePs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldForgetTimeoutsWhenAnAckComes() {
    Sender sender = sender(0, Long.MAX_VALUE);
    sender.post(0, 8_000, 0);
    drain(sender);
    for (int i = 1; i <= 7; i++) {
      sender.timeOut(i * TIMEOUT);
      drain(sender);
      sender.acknowledge(i, i * TIMEOUT);
    }
    assertThat(sender.failure()).isEmpty();
  }

  @ParameterizedTest(name = "{0} B in messages of {1} B: {2} packets")
  @CsvSource({
    "0, 4000, 1",
    "1, 4000, 1",
    "4000, 4000, 4",
    "4001, 4000, 5",
    "10000, 2500, 12",
    "1099511627776, 1048576, 1100585369",
    "1099511627776, 2147483648, 1099511716"
  })
  void shouldCutFlowsIntoMessagesAndThoseIntoPackets(long bytes, long message, long packets) {
    RcSettings base = settings(0, Long.MAX_VALUE);
    RcSettings settings =
        new RcSettings(
            base.framing(),
            1_000,
            message,
            2,
            true,
            Long.MAX_VALUE,
            false,
            4,
            true,
            3,
            3,
            3,
            6,
            false,
            4_000_000,
            false,
            Long.MAX_VALUE,
            TIMEOUT,
            2,
            0);
    long expected =
        bytes == 0
            ? 1
            : bytes / message * ((message + 999) / 1_000) + (bytes % message + 999) / 1_000;
    assertThat(settings.flowPackets(bytes)).isEqualTo(expected);
    if (bytes < 1L << 40) {
      assertThat(expected).isEqualTo(packets);
    }
  }
}
