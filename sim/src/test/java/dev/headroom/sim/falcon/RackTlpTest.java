package dev.headroom.sim.falcon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.sim.delivery.PacketScoreboard;
import org.junit.jupiter.api.Test;

/** How long RACK waits for a packet of Falcon's, whose numbers begin at 0. */
final class RackTlpTest {
  private static final long RTT = 1_000;
  private static final long WINDOW = RTT / 4;

  private final PacketScoreboard sent = new PacketScoreboard();
  private final RackTlp rack = new RackTlp(sent);

  RackTlpTest() {
    for (int i = 0; i < 10; i++) {
      sent.add(4_096, i);
    }
  }

  private void arrives(long sequence) {
    rack.arrived(sequence, sent.sentPs(sequence), sent.repeats(sequence) > 0, sequence + RTT);
    sent.arrived(sequence);
  }

  private void acknowledged(long upTo) {
    for (long sequence = sent.first(); sequence < upTo; sequence++) {
      if (sent.isInFlight(sequence)) {
        arrives(sequence);
      }
    }
    sent.arrivedBefore(upTo);
  }

  /** RFC 8985, section 6.2: no window once three came behind a gap, and none out of order. */
  @Test
  void shouldNotWaitWithoutReordering() {
    acknowledged(1);
    for (long sequence = 2; sequence < 5; sequence++) {
      assertThat(rack.reorderTimeoutPs(RTT)).isEqualTo(RTT + WINDOW);
      arrives(sequence);
    }
    assertThat(rack.reorderTimeoutPs(RTT)).isEqualTo(RTT);
  }

  @Test
  void shouldNotCountWhatIsAcknowledgedTogetherAsSelected() {
    acknowledged(6);
    assertThat(rack.reorderTimeoutPs(RTT)).isEqualTo(RTT + WINDOW);
    arrives(7);
    arrives(8);
    assertThat(rack.reorderTimeoutPs(RTT)).isEqualTo(RTT + WINDOW);
    arrives(9);
    assertThat(rack.reorderTimeoutPs(RTT)).isEqualTo(RTT);
  }

  @Test
  void shouldWaitOnceOneCameLate() {
    acknowledged(1);
    for (long sequence = 3; sequence < 7; sequence++) {
      arrives(sequence);
    }
    arrives(1);
    assertThat(rack.reorderTimeoutPs(RTT)).isEqualTo(RTT + WINDOW);
  }
}
