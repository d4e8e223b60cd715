package dev.headroom.sim.rc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sending end of a queue pair by itself, MTU 1000, messages of 4 packets, 2 outstanding. */
final class WriteRequesterTest {
  private static final long LINE = 100_000_000_000L;
  private static final long TIMEOUT = 2 * 4_096_000;

  private static RcSettings settings(int initialPsn, long windowBytes) {
    return settings(initialPsn, windowBytes, Settings.DEFAULTS);
  }

  private static RcSettings settings(int initialPsn, long windowBytes, Settings more) {
    Settings settings =
        more.with(TransportKnobs.MTU, 1_000L)
            .with(TransportKnobs.MESSAGE_SIZE, new Size(4_000))
            .with(TransportKnobs.OUTSTANDING, 2L)
            .with(TransportKnobs.ACK_TIMEOUT, 1L)
            .with(TransportKnobs.RETRY_COUNT, 2L)
            .with(TransportKnobs.INITIAL_PSN, (long) initialPsn);
    return RcSettings.of(
        windowBytes == Long.MAX_VALUE
            ? settings
            : settings.with(TransportKnobs.WINDOW, new Size(windowBytes)),
        4);
  }

  private static WriteRequester writer(int initialPsn, long windowBytes) {
    return writer(settings(initialPsn, windowBytes));
  }

  private static WriteRequester writer(RcSettings settings) {
    return new WriteRequester(
        new FlowTuple(0, 0, 1, 0, 0, 0), settings, new LineRateController(LINE), LINE);
  }

  /** Sends until it may not any more; the packet numbers. */
  private static List<Integer> drain(WriteRequester writer) {
    List<Integer> psns = new ArrayList<>();
    while (writer.canSend(0)) {
      psns.add(send(writer).psn);
    }
    return psns;
  }

  private static Packet send(WriteRequester writer) {
    Packet packet = new Packet();
    writer.fill(packet, 0);
    return packet;
  }

  @Test
  void shouldHoldBackMessagesBeyondThoseOutstanding() {
    WriteRequester writer = writer(0, Long.MAX_VALUE);
    writer.post(0, 20_000, 0);
    assertThat(drain(writer)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    writer.acknowledge(3, 0);
    assertThat(drain(writer)).as("no message is complete yet").isEmpty();
    writer.acknowledge(4, 0);
    assertThat(drain(writer)).containsExactly(8, 9, 10, 11);
    writer.acknowledge(12, 0);
    assertThat(drain(writer)).containsExactly(12, 13, 14, 15, 16, 17, 18, 19);
  }

  @Test
  void shouldCountEachMessageOnceHoweverFlowsAreReaped() {
    WriteRequester writer = writer(0, Long.MAX_VALUE);
    writer.post(0, 4_000, 0);
    writer.post(1, 4_000, 0);
    assertThat(drain(writer)).hasSize(8);
    writer.acknowledge(8, 0);
    assertThat(writer.takeCompleted()).isNotNull();
    writer.post(2, 40_000, 0); // as the first one's completion may have it
    assertThat(writer.takeCompleted()).isNotNull();
    assertThat(writer.takeCompleted()).isNull();
    for (int acknowledged = 8; acknowledged < 40; acknowledged += 4) {
      drain(writer);
      writer.acknowledge(acknowledged + 4, 0);
      assertThat(drain(writer)).as("after %d", acknowledged + 4).hasSizeLessThanOrEqualTo(4);
    }
  }

  @ParameterizedTest(name = "window {0} B: {1} packets in flight")
  @CsvSource({"1, 1", "1000, 1", "2500, 3", "8000, 8", "1000000, 8"})
  void shouldKeepNoMoreInFlightThanTheWindow(long window, int packets) {
    WriteRequester writer = writer(0, window);
    writer.post(0, 100_000, 0);
    assertThat(drain(writer)).hasSize(packets);
    writer.acknowledge(1, 0);
    assertThat(drain(writer)).hasSize(packets == 8 ? 0 : 1);
  }

  /** Units of three packets, messages of four. */
  @Test
  void shouldCountWholeUnitsAndEndsOfMessagesOnly() {
    Settings units = Settings.DEFAULTS.with(TransportKnobs.GO_BACK_UNIT, new Size(3_999));
    WriteRequester writer = writer(settings(0, Long.MAX_VALUE, units));
    writer.post(0, 8_000, 0);
    drain(writer);
    List<Long> unacked = new ArrayList<>();
    for (int psn = 1; psn < 8; psn++) {
      writer.acknowledge(psn, 0);
      unacked.add(writer.unacked());
    }
    assertThat(unacked).containsExactly(0L, 0L, 3L, 4L, 4L, 4L, 7L);
    assertThat(writer.acknowledge(5, 0)).as("in the middle of what is whole").isFalse();
    writer.goBack(0);
    assertThat(drain(writer)).containsExactly(7);
    assertThat(writer.acknowledge(8, 0)).isTrue();
    assertThat(writer.takeCompleted()).isNotNull();
  }

  /** Alibaba's simulator acknowledges no unit that is not whole, be it the last. */
  @Test
  void shouldNeverEndAFlowOfBrokenUnitsWhereEndsCountForNothing() {
    Settings units =
        Settings.DEFAULTS
            .with(TransportKnobs.GO_BACK_UNIT, new Size(2_000))
            .parse(TransportKnobs.FRAMING, "hpcc-ns3");
    for (long bytes : new long[] {4_000, 3_999}) {
      WriteRequester writer = writer(settings(0, Long.MAX_VALUE, units));
      writer.post(0, bytes, 0);
      drain(writer);
      writer.acknowledge(4, 0);
      assertThat(writer.takeCompleted() != null).isEqualTo(bytes == 4_000);
      assertThat(writer.unacked()).isEqualTo(bytes == 4_000 ? 4 : 2);
    }
  }

  /** As there too: behind a window nothing leaves any more. */
  @Test
  void shouldStayBehindAWindowAndNotBeyondTheEndOfItsFlow() {
    WriteRequester writer = behind(2_000);
    assertThat(writer.canSend(0)).isFalse();
    writer.acknowledge(4, 0);
    assertThat(writer.takeCompleted()).isNotNull();
    assertThat(writer.canSend(0)).isFalse();
    writer.post(1, 1_000, 0);
    assertThat(send(writer).psn).isEqualTo(4);
    assertThat(writer.hasMore()).isFalse();
  }

  /** Without one the rest of a flow is sent again though all of it has got there. */
  @Test
  void shouldSendTheRestOfAFlowThatIsOverWhereThereIsNoWindow() {
    WriteRequester writer = behind(Long.MAX_VALUE);
    assertThat(send(writer).psn).isEqualTo(2);
    writer.acknowledge(4, 0);
    assertThat(writer.takeCompleted()).isNotNull();
    assertThat(writer.isFinished()).isTrue();
    assertThat(writer.heldBps).as("the rate that it had").isEqualTo(LINE);
    assertThat(send(writer).psn).isEqualTo(3);
    assertThat(writer.hasMore()).isFalse();
    assertThat(writer.heldBps).isZero();
  }

  /** One that has gone back to its third packet of four, of which an ACK has passed that one. */
  private static WriteRequester behind(long window) {
    Settings own = Settings.DEFAULTS.parse(TransportKnobs.FRAMING, "hpcc-ns3");
    WriteRequester writer = writer(settings(0, window, own));
    writer.post(0, 4_000, 0);
    drain(writer);
    writer.acknowledge(2, 0);
    drain(writer);
    writer.goBack(0);
    writer.acknowledge(3, 0);
    return writer;
  }

  /** Chunks of 4,500 B and packets of 1,000: numbers of 500 B. */
  @Test
  void shouldGoBackIntoTheMiddleOfAPacketWhereNumbersCountBytes() {
    Settings chunks =
        Settings.DEFAULTS
            .with(TransportKnobs.GO_BACK_UNIT, new Size(4_500))
            .with(TransportKnobs.MESSAGE_SIZE, new Size(9_000_000))
            .parse(TransportKnobs.FRAMING, "hpcc-ns3");
    WriteRequester writer = writer(settings(0, Long.MAX_VALUE, chunks));
    writer.post(0, 7_700, 0);
    assertThat(drain(writer)).containsExactly(0, 2, 4, 6, 8, 10, 12, 14);
    writer.acknowledge(12, 0);
    assertThat(writer.unacked()).as("one chunk of 6,000 B").isEqualTo(9);
    writer.goBack(0);
    List<Integer> payloads = new ArrayList<>();
    List<Integer> psns = new ArrayList<>();
    while (writer.canSend(0)) {
      Packet packet = send(writer);
      psns.add(packet.psn);
      payloads.add(packet.payload);
    }
    assertThat(psns).containsExactly(9, 11, 13, 15);
    assertThat(payloads).containsExactly(1_000, 1_000, 1_000, 200);
  }

  @Test
  void shouldGoBackToTheFirstPacketNotAcknowledged() {
    WriteRequester writer = writer((1 << 24) - 3, Long.MAX_VALUE);
    writer.post(0, 7_500, 0);
    assertThat(drain(writer)).containsExactly(0xfffffd, 0xfffffe, 0xffffff, 0, 1, 2, 3, 4);
    writer.acknowledge(0xffffff, 0);
    writer.goBack(0);
    List<Integer> payloads = new ArrayList<>();
    List<Integer> psns = new ArrayList<>();
    while (writer.canSend(0)) {
      Packet packet = send(writer);
      psns.add(packet.psn);
      payloads.add(packet.payload);
    }
    assertThat(psns).containsExactly(0xffffff, 0, 1, 2, 3, 4);
    assertThat(payloads).containsExactly(1_000, 1_000, 1_000, 1_000, 1_000, 500);
    assertThat(writer.acknowledge(5, 0)).isTrue();
    QueuePairFlow done = writer.takeCompleted();
    assertThat(done).isNotNull();
    assertThat(done == null ? 0 : done.retransmissions).isEqualTo(6);
  }

  @Test
  void shouldPutTheRethOnFirstPacketsOfMessagesOnly() {
    WriteRequester writer = writer(0, Long.MAX_VALUE);
    writer.post(0, 6_000, 0);
    List<Integer> frames = new ArrayList<>();
    List<Boolean> last = new ArrayList<>();
    while (writer.canSend(0)) {
      Packet packet = send(writer);
      frames.add((int) packet.bytes);
      last.add(packet.has(Packet.LAST_OF_MESSAGE));
    }
    assertThat(frames).containsExactly(1_078, 1_062, 1_062, 1_062, 1_078, 1_062);
    assertThat(last).containsExactly(false, false, false, true, false, true);
  }

  @Test
  void shouldAskForAcksByThePlaceOfAPacketInItsMessage() {
    Settings settings =
        Settings.DEFAULTS
            .with(TransportKnobs.MTU, 1_000L)
            .with(TransportKnobs.MESSAGE_SIZE, new Size(8_000));
    RcSettings everyThree = RcSettings.of(settings, 3);
    WriteRequester writer =
        new WriteRequester(
            new FlowTuple(0, 0, 1, 0, 0, 0), everyThree, new LineRateController(LINE), LINE);
    writer.post(0, 13_000, 0);
    assertThat(asked(writer)).containsExactly(2, 5, 7, 10, 12);
    writer.acknowledge(4, 0);
    writer.goBack(0);
    assertThat(asked(writer))
        .as("and the first that is sent again")
        .containsExactly(4, 5, 7, 10, 12);
  }

  /**
   * Sends all; the numbers of the packets that ask for an ACK, at the end of a message or before.
   */
  private static List<Integer> asked(WriteRequester writer) {
    List<Integer> psns = new ArrayList<>();
    while (writer.canSend(0)) {
      Packet packet = send(writer);
      if (packet.has(Packet.ACK_REQUEST | Packet.LAST_OF_MESSAGE)) {
        psns.add(packet.psn);
      }
    }
    return psns;
  }

  @Test
  void shouldTimeOnlyPacketsThatAskForAnAck() {
    WriteRequester writer = writer(0, Long.MAX_VALUE);
    writer.post(0, 8_000, 0);
    for (int i = 0; i < 3; i++) {
      send(writer);
      writer.armTimer(0);
      assertThat(writer.deadlinePs()).as("packet %d", i).isEqualTo(Long.MAX_VALUE);
    }
    send(writer);
    writer.armTimer(7);
    assertThat(writer.deadlinePs()).isEqualTo(7 + TIMEOUT);
    send(writer);
    writer.acknowledge(4, 9);
    assertThat(writer.deadlinePs())
        .as("one more left, but asks for nothing")
        .isEqualTo(Long.MAX_VALUE);
  }

  /** Something of its host may hold back what it is about to send again. */
  @Test
  void shouldTimeTheFirstPacketThatIsSentAgainEvenBeforeItIs() {
    WriteRequester writer = writer(0, Long.MAX_VALUE);
    writer.post(0, 8_000, 0);
    for (int i = 0; i < 6; i++) {
      send(writer);
      writer.sent(i, i);
    }
    assertThat(writer.deadlinePs()).isEqualTo(3 + TIMEOUT);
    writer.timeOut(3 + TIMEOUT);
    assertThat(writer.deadlinePs()).as("not sent yet").isEqualTo(3 + 2 * TIMEOUT);
    writer.timeOut(3 + 2 * TIMEOUT);
    Packet again = send(writer);
    assertThat(again.psn).isZero();
    assertThat(again.has(Packet.ACK_REQUEST)).isTrue();
    writer.acknowledge(1, 4 + 2 * TIMEOUT);
    assertThat(writer.deadlinePs())
        .as("the next ones may leave as slowly as they like")
        .isEqualTo(Long.MAX_VALUE);
    assertThat(send(writer).has(Packet.ACK_REQUEST)).isFalse();
  }

  @Test
  void shouldNotTimeWhatItsRateLetsNoPacketGoFor() {
    WriteRequester writer = writer(0, Long.MAX_VALUE);
    writer.post(0, 8_000, 0);
    for (int i = 0; i < 4; i++) {
      send(writer);
      writer.sent(i, i + 5 * TIMEOUT);
    }
    writer.timeOut(3 + TIMEOUT);
    assertThat(writer.deadlinePs()).isEqualTo(3 + 5 * TIMEOUT + TIMEOUT);
  }

  @Test
  void shouldIgnoreAcknowledgementsOfWhatWasNeverSentOrLongAgo() {
    WriteRequester writer = writer(0, Long.MAX_VALUE);
    writer.post(0, 8_000, 0);
    drain(writer);
    writer.acknowledge(4, 0);
    assertThat(writer.acknowledge(9, 0)).isFalse();
    assertThat(writer.acknowledge(4, 0)).isFalse();
    assertThat(writer.acknowledge(2, 0)).isFalse();
    assertThat(writer.acknowledge(0xffffff, 0)).isFalse();
    assertThat(writer.acknowledge(8, 0)).isTrue();
  }

  @Test
  void shouldGiveUpAfterTheRetriesAndSayWhy() {
    WriteRequester writer = writer(0, Long.MAX_VALUE);
    writer.post(0, 8_000, 0);
    drain(writer);
    writer.armTimer(0);
    assertThat(writer.deadlinePs()).isEqualTo(TIMEOUT);
    for (int i = 1; i <= 2; i++) {
      writer.timeOut(i * TIMEOUT);
      assertThat(drain(writer)).hasSize(8);
      assertThat(writer.failure()).isEmpty();
    }
    writer.timeOut(3 * TIMEOUT);
    assertThat(writer.canSend(0)).isFalse();
    assertThat(writer.failure()).contains("retry counter exceeded").contains("3 timeouts");
    assertThat(writer.deadlinePs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldForgetTimeoutsWhenAnAckComes() {
    WriteRequester writer = writer(0, Long.MAX_VALUE);
    writer.post(0, 8_000, 0);
    drain(writer);
    for (int i = 1; i <= 7; i++) {
      writer.timeOut(i * TIMEOUT);
      drain(writer);
      writer.acknowledge(i, i * TIMEOUT);
    }
    assertThat(writer.failure()).isEmpty();
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
    RcSettings settings =
        RcSettings.of(
            Settings.DEFAULTS
                .with(TransportKnobs.MTU, 1_000L)
                .with(TransportKnobs.MESSAGE_SIZE, new Size(message)),
            4);
    long expected =
        bytes == 0
            ? 1
            : bytes / message * ((message + 999) / 1_000) + (bytes % message + 999) / 1_000;
    assertThat(settings.flowNumbers(bytes)).isEqualTo(expected);
    if (bytes < 1L << 40) {
      assertThat(expected).isEqualTo(packets);
    }
  }
}
