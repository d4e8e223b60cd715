package dev.headroom.sim.rc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.rc.WriteResponder.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OutOfOrderResponderTest {
  private static final int WRAP = 1 << 24;

  private static WriteResponder receiver(String recovery, int window) {
    Settings settings =
        Settings.DEFAULTS
            .parse(TransportKnobs.RECOVERY, recovery)
            .with(TransportKnobs.INITIAL_PSN, WRAP - 2L)
            .with(TransportKnobs.REORDER_WINDOW, (long) window);
    return WriteResponder.of(RcSettings.of(settings, 4), new FlowTuple(0, 1, 0, 0, 0, 0));
  }

  /** Takes the packet that is so many after the first. */
  private static Answer take(WriteResponder receiver, int place, int flags) {
    Packet packet = new Packet();
    packet.psn = (WRAP - 2 + place) % WRAP;
    packet.flow = 10 * place;
    packet.set(flags);
    return receiver.take(packet, place);
  }

  private static int expected(WriteResponder receiver) {
    return (receiver.expected() + 2) % WRAP;
  }

  private static List<Integer> delivered(WriteResponder receiver) {
    List<Integer> flows = new ArrayList<>();
    int flow = receiver.takeDelivered();
    while (flow != WriteResponder.NONE) {
      flows.add(flow);
      flow = receiver.takeDelivered();
    }
    return flows;
  }

  @Test
  void shouldPlaceWhatComesAndAcknowledgeWhenTheGapCloses() {
    WriteResponder receiver = receiver("out-of-order", 8);
    assertThat(take(receiver, 1, 0)).isEqualTo(Answer.NOTHING);
    assertThat(receiver.accepted()).isTrue();
    assertThat(take(receiver, 3, Packet.ACK_REQUEST)).isEqualTo(Answer.NOTHING);
    assertThat(take(receiver, 0, 0)).isEqualTo(Answer.NOTHING);
    assertThat(expected(receiver)).isEqualTo(2);
    assertThat(take(receiver, 2, 0)).isEqualTo(Answer.ACK);
    assertThat(expected(receiver)).isEqualTo(4);
  }

  @Test
  void shouldPlaceNothingTwice() {
    WriteResponder receiver = receiver("out-of-order", 8);
    take(receiver, 2, 0);
    assertThat(take(receiver, 2, Packet.ACK_REQUEST)).isEqualTo(Answer.ACK);
    assertThat(receiver.accepted()).isFalse();
    take(receiver, 0, 0);
    assertThat(take(receiver, 0, 0)).isEqualTo(Answer.NOTHING);
    assertThat(receiver.accepted()).isFalse();
    assertThat(expected(receiver)).isEqualTo(1);
  }

  @Test
  void shouldRefuseOnceWhatIsBeyondItsReach() {
    WriteResponder receiver = receiver("out-of-order", 4);
    assertThat(take(receiver, 4, 0)).isEqualTo(Answer.NAK);
    assertThat(receiver.accepted()).isFalse();
    assertThat(take(receiver, 5, 0)).isEqualTo(Answer.NOTHING);
    assertThat(take(receiver, 3, 0)).isEqualTo(Answer.NOTHING);
    assertThat(receiver.accepted()).isTrue();
    take(receiver, 0, 0);
    assertThat(take(receiver, 8, 0)).isEqualTo(Answer.NAK);
  }

  @Test
  void shouldDeliverFlowsInOrderAndOnlyWhole() {
    WriteResponder receiver = receiver("out-of-order", 64);
    int end = Packet.LAST_OF_MESSAGE | Packet.LAST_OF_FLOW;
    take(receiver, 1, end);
    take(receiver, 3, end);
    assertThat(delivered(receiver)).isEmpty();
    take(receiver, 0, 0);
    assertThat(delivered(receiver)).containsExactly(10);
    take(receiver, 2, 0);
    assertThat(delivered(receiver)).containsExactly(30);
  }

  @Test
  void shouldNameWhatCameWhereTheSenderRepeatsSelectively() {
    WriteResponder receiver = receiver("selective-repeat", 8);
    assertThat(take(receiver, 2, 0)).isEqualTo(Answer.SELECTIVE_NAK);
    assertThat(take(receiver, 3, 0)).isEqualTo(Answer.SELECTIVE_NAK);
    assertThat(take(receiver, 3, 0)).isEqualTo(Answer.ACK);
    assertThat(expected(receiver)).isZero();
  }
}
