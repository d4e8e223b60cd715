package dev.headroom.sim.rc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.rc.WriteResponder.Answer;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WriteResponderTest {
  private static final int WRAP = 1 << 24;

  private static WriteResponder receiver(int initialPsn, long nakIntervalPs) {
    return receiver(initialPsn, nakIntervalPs, "gap");
  }

  private static WriteResponder receiver(int initialPsn, long nakIntervalPs, String timing) {
    Settings settings =
        Settings.DEFAULTS
            .with(TransportKnobs.INITIAL_PSN, (long) initialPsn)
            .with(CongestionKnobs.CNP_INTERVAL, new Time(50))
            .parse(CongestionKnobs.CNP_TIMING, timing);
    if (nakIntervalPs != Long.MAX_VALUE) {
      settings = settings.with(TransportKnobs.NAK_INTERVAL, new Time(nakIntervalPs));
    }
    return WriteResponder.of(RcSettings.of(settings, 4), new FlowTuple(0, 1, 0, 0, 0, 0));
  }

  private static Answer take(WriteResponder receiver, int psn, boolean last, long nowPs) {
    return take(receiver, psn, last ? Packet.LAST_OF_MESSAGE : 0, nowPs);
  }

  private static Answer take(WriteResponder receiver, int psn, int flags, long nowPs) {
    Packet packet = new Packet();
    packet.psn = psn;
    packet.set(flags);
    return receiver.take(packet, nowPs);
  }

  @Test
  void shouldAcknowledgeWhereItIsAskedToAndTheLastOfAMessage() {
    WriteResponder receiver = receiver(WRAP - 2, Long.MAX_VALUE);
    int[] flags = {0, 0, Packet.ACK_REQUEST, 0, 0, Packet.LAST_OF_MESSAGE, 0};
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      answers.add(take(receiver, (WRAP - 2 + i) % WRAP, flags[i], i));
    }
    assertThat(answers)
        .containsExactly(
            Answer.NOTHING,
            Answer.NOTHING,
            Answer.ACK,
            Answer.NOTHING,
            Answer.NOTHING,
            Answer.ACK,
            Answer.NOTHING);
    assertThat(receiver.expected()).isEqualTo(5);
  }

  @Test
  void shouldAnswerAGapWithOneNak() {
    WriteResponder receiver = receiver(WRAP - 2, Long.MAX_VALUE);
    take(receiver, WRAP - 2, false, 0);
    assertThat(take(receiver, 0, false, 1)).isEqualTo(Answer.NAK);
    assertThat(receiver.accepted()).isFalse();
    assertThat(receiver.expected()).isEqualTo(WRAP - 1);
    assertThat(take(receiver, 1, true, 2)).isEqualTo(Answer.NOTHING);
    assertThat(take(receiver, 2, false, 3)).isEqualTo(Answer.NOTHING);
    assertThat(take(receiver, WRAP - 1, false, 4)).isEqualTo(Answer.NOTHING);
    assertThat(receiver.accepted()).isTrue();
    assertThat(take(receiver, 1, false, 5)).as("a new gap").isEqualTo(Answer.NAK);
  }

  @Test
  void shouldRepeatANakAfterTheIntervalWhereOneIsSet() {
    WriteResponder receiver = receiver(0, 10);
    assertThat(take(receiver, 1, false, 0)).isEqualTo(Answer.NAK);
    assertThat(take(receiver, 2, false, 9)).isEqualTo(Answer.NOTHING);
    assertThat(take(receiver, 3, false, 10)).isEqualTo(Answer.NAK);
  }

  private static WriteResponder receiverOfUnits(int packets) {
    Settings settings =
        Settings.DEFAULTS
            .with(TransportKnobs.MTU, 1_024L)
            .with(TransportKnobs.GO_BACK_UNIT, new Size(1_024L * packets + 1_023))
            .with(TransportKnobs.INITIAL_PSN, WRAP - 2L);
    return WriteResponder.of(RcSettings.of(settings, 4), new FlowTuple(0, 1, 0, 0, 0, 0));
  }

  @Test
  void shouldForgetWhatItHasOfAUnitAtALoss() {
    WriteResponder receiver = receiverOfUnits(4);
    for (int i = 0; i < 6; i++) {
      take(receiver, Psn.of(WRAP - 2L + i), false, i);
    }
    assertThat(take(receiver, 5, false, 6)).as("two of a unit, one lost").isEqualTo(Answer.NAK);
    assertThat(receiver.expected()).isEqualTo(2);
    assertThat(take(receiver, 6, false, 7)).as("another gap").isEqualTo(Answer.NAK);
    assertThat(take(receiver, 7, false, 8)).isEqualTo(Answer.NOTHING);
    take(receiver, 2, false, 9);
    assertThat(receiver.accepted()).as("was here before").isFalse();
    take(receiver, 3, false, 10);
    assertThat(receiver.accepted()).isFalse();
    take(receiver, 4, false, 11);
    assertThat(receiver.accepted()).isTrue();
    assertThat(receiver.expected()).isEqualTo(5);
  }

  /** Chunks of 1,536 B, packets of 1,024: numbers of 512 B. What came twice is placed once. */
  @Test
  void shouldForgetPartOfAPacketWhereNumbersCountBytes() {
    Settings settings =
        Settings.DEFAULTS
            .with(TransportKnobs.MTU, 1_024L)
            .with(TransportKnobs.GO_BACK_UNIT, new Size(1_536))
            .parse(TransportKnobs.FRAMING, "hpcc-ns3");
    WriteResponder receiver =
        WriteResponder.of(RcSettings.of(settings, 4), new FlowTuple(0, 1, 0, 0, 0, 0));
    take(receiver, 0, 1_024);
    take(receiver, 2, 1_024);
    assertThat(take(receiver, 6, 1_024)).as("4 is missing").isEqualTo(Answer.NAK);
    assertThat(receiver.expected()).as("the first chunk stays").isEqualTo(3);
    assertThat(take(receiver, 6, 1_024)).as("as of the chunk").isEqualTo(Answer.NAK);
    Packet cutOtherwise = packet(3, 1_024);
    receiver.take(cutOtherwise, 0);
    assertThat(receiver.accepted()).isTrue();
    assertThat(receiver.placed(cutOtherwise)).as("half of it was here").isEqualTo(512);
    assertThat(receiver.expected()).isEqualTo(5);
  }

  private static Answer take(WriteResponder receiver, int number, int payload) {
    return receiver.take(packet(number, payload), 0);
  }

  private static Packet packet(int number, int payload) {
    Packet packet = new Packet();
    packet.type = Packet.DATA;
    packet.psn = number;
    packet.payload = payload;
    return packet;
  }

  @Test
  void shouldBeginAUnitWithEachMessage() {
    WriteResponder receiver = receiverOfUnits(4);
    take(receiver, WRAP - 2, false, 0);
    take(receiver, WRAP - 1, true, 1);
    take(receiver, 0, false, 2);
    assertThat(take(receiver, 2, false, 3)).isEqualTo(Answer.NAK);
    assertThat(receiver.expected()).as("not of the message before").isZero();
  }

  @Test
  void shouldAcknowledgeAgainWhatItHasAlready() {
    WriteResponder receiver = receiver(0, Long.MAX_VALUE);
    for (int i = 0; i < 4; i++) {
      take(receiver, i, i == 3, i);
    }
    assertThat(take(receiver, 0, false, 5)).isEqualTo(Answer.NOTHING);
    assertThat(take(receiver, 3, true, 6)).isEqualTo(Answer.ACK);
    assertThat(receiver.accepted()).isFalse();
    assertThat(receiver.expected()).isEqualTo(4);
  }

  @Test
  void shouldLeaveAnIntervalBetweenTwoCnps() {
    WriteResponder receiver = receiver(0, Long.MAX_VALUE);
    assertThat(receiver.shouldSendCnp(true, 100)).isTrue();
    assertThat(receiver.shouldSendCnp(true, 149)).isFalse();
    assertThat(receiver.shouldSendCnp(true, 170)).isTrue();
    assertThat(receiver.shouldSendCnp(true, 219)).isFalse();
    assertThat(receiver.shouldSendCnp(true, 220)).isTrue();
  }

  @Test
  void shouldSendOneCnpAtTheFirstMarkOfEachSlot() {
    WriteResponder receiver = receiver(0, Long.MAX_VALUE, "slots");
    assertThat(receiver.shouldSendCnp(true, 100)).isTrue();
    assertThat(receiver.shouldSendCnp(true, 149)).isFalse();
    assertThat(receiver.shouldSendCnp(true, 170)).as("150 to 200").isTrue();
    assertThat(receiver.shouldSendCnp(true, 199)).isFalse();
    assertThat(receiver.shouldSendCnp(true, 200)).as("200 to 250").isTrue();
    assertThat(receiver.shouldSendCnp(true, 249)).isFalse();
    assertThat(receiver.shouldSendCnp(true, 1_049)).as("1000 to 1050").isTrue();
    assertThat(receiver.shouldSendCnp(true, 1_050)).isTrue();
  }

  @Test
  void shouldSendACnpAtTheEndOfAWindowThatHadAMark() {
    WriteResponder receiver = receiver(0, Long.MAX_VALUE, "window");
    assertThat(receiver.shouldSendCnp(false, 90)).isFalse();
    assertThat(receiver.shouldSendCnp(true, 100)).as("idle: at once").isTrue();
    assertThat(receiver.shouldSendCnp(true, 110)).isFalse();
    assertThat(receiver.shouldSendCnp(true, 149)).isFalse();
    assertThat(receiver.shouldSendCnp(false, 152)).as("100 to 150 had marks").isTrue();
    assertThat(receiver.shouldSendCnp(false, 190)).isFalse();
    assertThat(receiver.shouldSendCnp(false, 201)).as("150 to 200 had none").isFalse();
    assertThat(receiver.shouldSendCnp(true, 203)).as("idle again").isTrue();
    assertThat(receiver.shouldSendCnp(false, 253)).as("203 to 253 had none").isFalse();
  }

  @Test
  void shouldKeepAMarkThatComesRightAfterAWindowForTheNext() {
    WriteResponder receiver = receiver(0, Long.MAX_VALUE, "window");
    assertThat(receiver.shouldSendCnp(true, 100)).isTrue();
    assertThat(receiver.shouldSendCnp(true, 120)).isFalse();
    assertThat(receiver.shouldSendCnp(true, 151)).as("for the mark at 120").isTrue();
    assertThat(receiver.shouldSendCnp(false, 199)).isFalse();
    assertThat(receiver.shouldSendCnp(false, 200)).as("for the mark at 151").isTrue();
    assertThat(receiver.shouldSendCnp(false, 250)).isFalse();
  }

  @ParameterizedTest(name = "{0} is {2} ahead of {1}")
  @CsvSource({
    "0, 0, 0",
    "0, 16777215, 1",
    "16777215, 0, -1",
    "5, 16777210, 11",
    "8388607, 0, 8388607",
    "8388608, 0, -8388608",
    "0, 8388609, 8388607"
  })
  void shouldComparePacketNumbersModulo24Bits(int a, int b, int ahead) {
    assertThat(Psn.distance(a, b)).isEqualTo(ahead);
  }
}
