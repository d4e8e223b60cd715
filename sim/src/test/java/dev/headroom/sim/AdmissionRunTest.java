package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.unit.Time;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Receiver-driven admission where what the two ends say to each other is lost. */
final class AdmissionRunTest {
  private static final Time TIMEOUT = Time.parse("262.144us");

  private static Lab lab() {
    return Lab.chain(List.of("100Gbps", "100Gbps", "100Gbps"), "1us")
        .set(CongestionKnobs.ALGORITHM, "admission")
        .set(TransportKnobs.MTU, "2048")
        .set(TransportKnobs.ACK_TIMEOUT, "6");
  }

  /**
   * Each packet needs a grant of its own, and asks for no ACK by its place in the message. One that
   * is lost, or whose grant is, must come to light all the same.
   */
  @Test
  void shouldGoOnWhenAGrantIsLost() {
    for (long downUs = 1; downUs < 40; downUs += 3) {
      Lab lab =
          lab()
              .set(Knobs.named("congestion.admission.slotSize", ValueType.SIZE), "1B")
              .flow(0, 1, 5_925, 0);
      Lab.Outcome outcome =
          lab.linkDown(1, downUs * Lab.US).linkUp(1, (downUs + 10) * Lab.US).run();
      assertThat(outcome.flow(0).finished()).as("down at %d us", downUs).isTrue();
    }
  }

  /** It is ready to send, says so once and seven times more, and hears nothing. */
  @Test
  void shouldGiveUpWhenNobodyClearsItToSend() {
    Lab.Outcome outcome = lab().flow(0, 1, 5_925, 0).linkDown(1, 0).run();
    assertThat(outcome.flow(0).failure()).contains("ready to send", "8 timeouts");
    assertThat(outcome.run().endPs()).isBetween(8 * TIMEOUT.ps(), 9 * TIMEOUT.ps());
  }
}
