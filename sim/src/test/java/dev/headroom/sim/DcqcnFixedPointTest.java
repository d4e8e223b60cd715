package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.DcqcnPaper;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Presets;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.host.Peek;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * DCQCN with the paper's parameters around the fixed point of its fluid model (Zhu et al., CoNEXT
 * 2016, section 3): N senders at 40 Gb/s into one port.
 *
 * <p>A packet is 1,000 B of the link's time, as in the model, where C is 5 million packets a
 * second: 916 B of payload, 62 of headers, 20 of preamble and gap. PFC is off and the buffer
 * endless, since the model knows neither. The queue is without the packet in transmission.
 *
 * <p>By default a shorter run and a wider margin; with {@code -Dheadroom.full=true} 0.5 to 1.0 s
 * and twenty seeds, which measured (queue in KB, alpha; the model's in brackets)
 *
 * <pre>
 *   N = 2   20.3 (20.2)   0.098 (0.101)
 *   N = 4   45.7 (41.8)   0.122 (0.122)
 *   N = 8   98.7 (93.8)   0.147 (0.145)
 * </pre>
 *
 * The model is of means; marks are few (about 2,000 CNPs a second and flow), so that the queue's
 * standard deviation is of the order of its mean, which the curvature of the rate law turns into an
 * offset.
 */
final class DcqcnFixedPointTest {
  private static final boolean FULL = Boolean.getBoolean("headroom.full");
  private static final long FROM_PS = (FULL ? 500 : 150) * Lab.MS;
  private static final long TO_PS = (FULL ? 1_000 : 400) * Lab.MS;
  private static final int SEEDS = FULL ? 20 : 4;
  private static final double MARGIN = FULL ? 0.10 : 0.12;

  private static final String NEAR = "1us"; // four links make 4 us of feedback delay
  private static final String FAR = "21250ns"; // and these 85 us

  /** Queue in KB, alpha of all flows, and the queue's coefficient of variation. */
  private record Mean(double queueKb, double alpha, double variation) {}

  @ParameterizedTest(name = "{0} senders: {1} KB, alpha {2}")
  @CsvSource({"2, 20.2, 0.101", "4, 41.8, 0.122", "8, 93.8, 0.145"})
  void shouldSettleAtTheFixedPointOfTheFluidModel(int senders, double queueKb, double alpha) {
    double queue = 0;
    double measured = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Mean mean = measure(senders, NEAR, seed);
      queue += mean.queueKb() / SEEDS;
      measured += mean.alpha() / SEEDS;
    }
    assertThat(queue).isCloseTo(queueKb, within(MARGIN * queueKb));
    assertThat(measured).isCloseTo(alpha, within(MARGIN * alpha));
  }

  @Test
  void shouldOscillateWithTenSendersAndALongDelayButNotWithSixtyFour() {
    double near = measure(10, NEAR, 1).variation();
    double far = measure(10, FAR, 1).variation();
    assertThat(far).isGreaterThan(3 * near);
    double manyNear = measure(64, NEAR, 1).variation();
    double manyFar = measure(64, FAR, 1).variation();
    assertThat(manyFar).isLessThan(3 * manyNear);
  }

  private static Mean measure(int senders, String linkDelay, int seed) {
    Lab lab =
        Lab.star(senders + 1, "40Gbps", linkDelay)
            .set(Presets.named("paper").orElseThrow().settings())
            .set(Knobs.SWITCH_LATENCY, "0ns")
            .set(Knobs.MTU, "916")
            .set(Knobs.MESSAGE_SIZE, "1GiB")
            .set(Knobs.ACK_EVERY, "1000000")
            .set(Knobs.ACK_TIMEOUT, "0")
            .set(Knobs.PFC, "false")
            .set(Knobs.SWITCH_BUFFER, "1GiB")
            .set(Knobs.SEED, Integer.toString(seed));
    for (int i = 1; i <= senders; i++) {
      lab.flow(i, 0, 1L << 40, 0);
    }
    Assembly assembly = Assembly.of(lab.scenario(), 1, false);
    Partition partition = assembly.network().partitions().getFirst();
    Port port = assembly.network().port(0).peer();
    double sum = 0;
    double squares = 0;
    double alpha = 0;
    int n = 0;
    for (long at = FROM_PS; at <= TO_PS; at += 10 * Lab.US) {
      partition.advance(at);
      double queueKb = port.queuedBytes() * 1e-3;
      sum += queueKb;
      squares += queueKb * queueKb;
      for (int i = 0; i < senders; i++) {
        alpha += ((DcqcnPaper) Peek.controller(assembly.hosts(), i)).alpha() / senders;
      }
      n++;
    }
    double mean = sum / n;
    return new Mean(mean, alpha / n, Math.sqrt(squares / n - mean * mean) / mean);
  }
}
