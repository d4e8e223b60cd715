package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import org.junit.jupiter.api.Test;

/** Thresholds and queues that differ from port to port of one switch. */
final class LinksApartTest {
  private static final String TO_HOST_1 = "host-1/switch-*";

  /** Two to host 0 and two to host 1, 100 packets each. */
  private static Lab incasts() {
    Lab lab = Lab.star(6, "100Gbps", "1us").set(CongestionKnobs.ALGORITHM, "none");
    for (int from = 2; from < 6; from++) {
      lab.flow(from, from % 2, 409_600, 0);
    }
    return lab;
  }

  private static long marks(Lab.Outcome outcome, int host) {
    return outcome.run().ports().stream()
        .filter(port -> port.peer() == host)
        .mapToLong(port -> port.marks()[3])
        .sum();
  }

  @Test
  void shouldMarkAtThePortThatIsSetApart() {
    assertThat(marks(incasts().run(), 0)).isZero();
    Lab.Outcome outcome =
        incasts()
            .at(TO_HOST_1, CongestionKnobs.KMIN, "20KB")
            .at(TO_HOST_1, CongestionKnobs.KMAX, "20KB")
            .run();
    assertThat(marks(outcome, 0)).isZero();
    // The queue grows by a packet each time one is sent, and stands at five after as many.
    assertThat(marks(outcome, 1)).isBetween(180L, 195L);
  }

  @Test
  void shouldLimitTheQueueOfThePortThatIsSetApart() {
    Lab.Outcome outcome =
        incasts()
            .set(PfcKnobs.PFC, "false")
            .set(SwitchKnobs.SWITCH_BUFFER, "64MiB")
            .set(TransportKnobs.RECOVERY, "selective-repeat")
            .set(TransportKnobs.BDP_CAP, "false")
            .at(TO_HOST_1, SwitchKnobs.QUEUE_LIMIT, "50KB")
            .run();
    assertThat(outcome.flow(0).retransmissions()).isZero();
    assertThat(outcome.flow(1).retransmissions() + outcome.flow(3).retransmissions()).isPositive();
    assertThat(outcome.run().ports().stream().filter(p -> p.peer() == 1).findFirst())
        .hasValueSatisfying(
            port -> assertThat(port.peakQueueBytes()[3]).isBetween(40_000L, 50_000L));
  }
}
