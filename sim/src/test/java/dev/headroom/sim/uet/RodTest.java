package dev.headroom.sim.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.model.choice.PacketSpraying;
import dev.headroom.model.choice.UetDeliveryMode;
import dev.headroom.model.choice.Verb;
import dev.headroom.sim.message.Framing;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.message.OutstandingLimits;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The two ends of mode ROD, packet by packet. */
final class RodTest {
  private static final UetSettings CONTEXT =
      new UetSettings(
          UetDeliveryMode.ROD,
          new MessageSettings(
              Framing.UET, Verb.WRITE, 4096, 1L << 40, OutstandingLimits.of(1, 1), 1, 0, 1),
          new UetSettings.Acks(16_384, 0),
          new UetSettings.Entropy(PacketSpraying.MIXED, 64),
          new UetSettings.Retries(100_000_000, Integer.MAX_VALUE),
          false,
          10_000_000,
          Optional.empty());

  private final RodSender sender =
      new RodSender(
          new FlowTuple(0, 0, 1, 1, 0, 0), CONTEXT, new LineRateController(100_000_000_000L), 1);
  private final RodReceiver receiver =
      new RodReceiver(CONTEXT, new FlowTuple(0, 1, 0, 0, 0, 0), 0, null);

  private UetPacket next() {
    UetPacket packet = new UetPacket();
    assertThat(sender.canSend(0)).isTrue();
    sender.fill(packet, 0);
    return packet;
  }

  /** The receiver takes a packet; the sender is told at once. */
  private UetReceiver.Answer deliver(UetPacket packet) {
    UetReceiver.Answer answer = receiver.take(packet);
    switch (answer) {
      case ACK -> {
        receiver.acknowledge(packet);
        sender.acknowledged(packet, 1_000_000);
      }
      case OUT_OF_ORDER -> {
        receiver.refuseOutOfOrder(packet);
        sender.outOfOrder(packet, 1_000_000);
      }
      case NOTHING -> {}
    }
    return answer;
  }

  /**
   * Of four packets the second is lost: the other two are refused with its number, and sent again
   * after it, once, in order.
   */
  @Test
  void shouldGoBackOnceToWhatIsDue() {
    for (int flow = 0; flow < 4; flow++) {
      sender.post(flow, 100);
    }
    List<UetPacket> sent = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      sent.add(next());
    }
    assertThat(deliver(sent.get(0))).isEqualTo(UetReceiver.Answer.ACK);
    assertThat(deliver(sent.get(2))).isEqualTo(UetReceiver.Answer.OUT_OF_ORDER);
    assertThat(sent.get(2).psn).isEqualTo(1);
    assertThat(sent.get(2).type).isEqualTo((byte) UetPacket.OUT_OF_ORDER);
    UetPacket again = next();
    assertThat(again.psn).isEqualTo(1);
    assertThat(deliver(sent.get(3))).isEqualTo(UetReceiver.Answer.OUT_OF_ORDER);
    List<Integer> rest = new ArrayList<>();
    while (sender.canSend(0)) {
      UetPacket packet = next();
      assertThat(packet.has(UetPacket.REPEATED)).isTrue();
      rest.add(packet.psn);
      sent.add(packet);
    }
    assertThat(rest).containsExactly(2, 3);
    assertThat(deliver(again)).isEqualTo(UetReceiver.Answer.ACK);
    assertThat(deliver(sent.get(4))).isEqualTo(UetReceiver.Answer.ACK);
    assertThat(deliver(sent.get(5))).isEqualTo(UetReceiver.Answer.ACK);
    List<Integer> flows = new ArrayList<>();
    for (var done = sender.takeCompleted(); done != null; done = sender.takeCompleted()) {
      flows.add(done.flow);
    }
    assertThat(flows).containsExactly(0, 1, 2, 3);
    assertThat(sender.isDone()).isTrue();
    assertThat(sender.deadlinePs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldAcknowledgeAgainWhatCameBefore() {
    sender.post(0, 100);
    UetPacket first = next();
    UetPacket copy = new UetPacket();
    copy.type = Packet.DATA;
    copy.psn = first.psn;
    copy.bytes = first.bytes;
    assertThat(deliver(first)).isEqualTo(UetReceiver.Answer.ACK);
    assertThat(receiver.placed()).isTrue();
    assertThat(receiver.take(copy)).isEqualTo(UetReceiver.Answer.ACK);
    assertThat(receiver.placed()).isFalse();
  }
}
