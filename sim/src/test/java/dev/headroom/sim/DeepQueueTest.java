package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.PortResult;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers go to 16 GiB: a queue may hold more than an {@code int} counts. */
final class DeepQueueTest {
  private static final int SENDERS = 8;
  private static final long BYTES = 330L << 20;

  @ParameterizedTest(name = "pfc: {0}")
  @ValueSource(booleans = {true, false})
  void shouldHoldMoreThanTwoGibibytes(boolean lossless) {
    Lab.Outcome outcome =
        Lab.star(SENDERS + 1, "400Gbps", "1us")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.MESSAGE_SIZE, "512MiB")
            .set(PfcKnobs.PFC, Boolean.toString(lossless))
            .set(SwitchKnobs.SWITCH_BUFFER, "16GiB")
            .set(SwitchKnobs.ALPHA, "1000")
            .incast(SENDERS, BYTES)
            .run();
    assertThat(outcome.flows()).allMatch(flow -> flow.finished());
    assertThat(outcome.drops()).isZero();
    PortResult receiver = outcome.port(SENDERS + 1, 0);
    assertThat(Arrays.stream(receiver.peakQueueBytes()).max().orElseThrow())
        .as("seven of eight senders' bytes wait once the last came, with their headers")
        .isBetween((SENDERS - 1) * BYTES, SENDERS * BYTES);
  }
}
