package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.LinkRetryCounts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links that send again what arrives with a wrong bit. */
final class LinkRetryTest {
  private static final long DELAY_PS = Lab.US;
  private static final long PS_PER_BYTE = 80; // at 100 Gb/s

  /** Host 0 to host 1 through one switch. */
  private static Lab lab(boolean retry) {
    return Lab.chain(List.of("100Gbps", "100Gbps"), "1us")
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(SwitchKnobs.SWITCH_LATENCY, "0ns")
        .set(FailureKnobs.LINK_RETRY, String.valueOf(retry));
  }

  /**
   * The NACK leaves with the last bit of the bad frame and takes 8 bytes and the cable; then the
   * frame sets out anew: a round trip of the cable, the frame without its gap, and 64 bits.
   */
  @ParameterizedTest(name = "link {0}")
  @ValueSource(ints = {0, 1})
  void shouldCostARoundTripOfTheLinkAndTheFrame(int link) {
    Lab.Outcome whole = lab(true).flow(0, 1, 4_096, 0).run();
    long until = link == 0 ? 1_200_000 : 2_700_000;
    Lab.Outcome hit = lab(true).flow(0, 1, 4_096, 0).worse(link, 1, until, 1, 1.0).run();
    long frame = whole.port(0, 0).bytes()[3] + 8; // with preamble, without gap
    assertThat(hit.flow(0).deliveredPs() - whole.flow(0).deliveredPs())
        .isEqualTo(2 * DELAY_PS + (frame + 8) * PS_PER_BYTE);
    assertThat(hit.run().disruptions().linkRetries()).isEqualTo(new LinkRetryCounts(1, 1));
    assertThat(whole.run().disruptions().linkRetries()).isEqualTo(LinkRetryCounts.NONE);
    assertThat(hit.flow(0).retransmissions()).isZero();
  }

  /** 100 MB at one wrong bit in 10^8: with 24,415 frames of 4 KiB on two links some 16 are bad. */
  @Test
  void shouldSpareTheTransportWhatLinksRepair() {
    Lab.Outcome without = errors(false);
    assertThat(without.flow(0).retransmissions()).isPositive();
    assertThat(without.drops()).isPositive();
    Lab.Outcome with = errors(true);
    assertThat(with.flow(0).finished()).isTrue();
    assertThat(with.flow(0).retransmissions()).isZero();
    assertThat(with.drops()).isZero();
    LinkRetryCounts retries = with.run().disruptions().linkRetries();
    assertThat(retries.nacks()).isBetween(7L, 30L);
    // From the start of a bad frame to its replay: two delays and a frame at full rate.
    double hold = 4_178 * 80 + 1_600;
    double expected = Math.ceil((2.0 * DELAY_PS + hold) / hold);
    assertThat((double) retries.frames() / retries.nacks()).isCloseTo(expected, within(1.5));
    // Each costs the line what is sent again.
    double lost = retries.frames() * hold;
    assertThat((double) with.flow(0).fctPs())
        .isCloseTo(clean().flow(0).fctPs() + lost, within(0.6 * lost));
  }

  private static Lab.Outcome clean() {
    return lab(true).flow(0, 1, 100_000_000, 0).set(TransportKnobs.OUTSTANDING, "1000").run();
  }

  private static Lab.Outcome errors(boolean retry) {
    return lab(retry)
        .flow(0, 1, 100_000_000, 0)
        .set(TransportKnobs.OUTSTANDING, "1000")
        .worse(0, 1, 0, 1, 1e-8)
        .worse(1, 1, 0, 1, 1e-8)
        .run();
  }

  @Test
  void shouldGiveUpAFrameThatIsBadTooOften() {
    Lab.Outcome outcome =
        lab(true)
            .set(FailureKnobs.LINK_RETRIES, "3")
            .set(TransportKnobs.ACK_TIMEOUT, "14")
            .set(RunKnobs.STOP, "1ms")
            .flow(0, 1, 4_096, 0)
            .worse(0, 1, 0, 1, 1.0)
            .run();
    assertThat(outcome.dropsByCause()).containsEntry(DropCause.BIT_ERROR, 1L);
    assertThat(outcome.run().disruptions().linkRetries()).isEqualTo(new LinkRetryCounts(3, 3));
  }

  @Test
  void shouldNotDependOnHowTheWorkIsSplit() {
    Lab.Outcome one = many().run(new RunOptions(1, 1, false));
    assertThat(one.run().disruptions().linkRetries().nacks()).isGreaterThan(50);
    assertThat(one.drops()).isZero();
    for (int parts : new int[] {2, 5}) {
      Lab.Outcome other = many().run(new RunOptions(2, parts, false));
      assertThat(other.run().digest()).isEqualTo(one.run().digest());
      assertThat(other.run().disruptions().linkRetries())
          .isEqualTo(one.run().disruptions().linkRetries());
    }
  }

  private static Lab many() {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=2", "fabric.hostsPerLeaf=2")
            .set(FailureKnobs.LINK_RETRY, "true");
    for (int host = 0; host < 8; host++) {
      lab.flow(host, (host + 3) % 8, 2_000_000, 0);
    }
    for (int link = 0; link < 16; link++) {
      lab.worse(link, 1, 0, 1, 1e-6);
    }
    return lab;
  }
}
