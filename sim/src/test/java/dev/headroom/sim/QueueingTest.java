package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.kernel.Rng;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A port with Poisson arrivals of equal packets is an M/D/1 queue (Pollaczek and Khinchine): the
 * mean wait is rho / (2 (1 - rho)) service times.
 *
 * <p>Senders have links sixteen times as fast as the port, so that next to nothing waits there. The
 * mean of so many waits has a standard error of about 0.2, 0.4 and 0.9 % at the three loads.
 */
final class QueueingTest {
  private static final int SENDERS = 32;
  private static final int MTU = 1_000;
  private static final long SERVICE_PS = (MTU + 62 + 16 + 20) * 80;

  /** Single-packet flows; each sender's on one queue pair, in order of start. */
  private record Poisson(long[] startPs) implements FlowProgram {
    static Poisson of(double load, int flows, long seed) {
      long[] start = new long[flows];
      long key = Rng.key(seed, "arrivals");
      double at = 0;
      for (int i = 0; i < flows; i++) {
        at += -Math.log(1 - Rng.uniform(key, i)) * SERVICE_PS / load;
        start[i] = (long) at;
      }
      return new Poisson(start);
    }

    @Override
    public int flows() {
      return startPs.length;
    }

    @Override
    public int source(int flow) {
      return 1 + (int) ((Rng.mix(flow) >>> 1) % SENDERS);
    }

    @Override
    public int destination(int flow) {
      return 0;
    }

    @Override
    public long bytes(int flow) {
      return MTU;
    }

    @Override
    public long startPs(int flow) {
      return startPs[flow];
    }

    @Override
    public int queuePairs() {
      return SENDERS;
    }

    @Override
    public int queuePair(int flow) {
      return source(flow) - 1;
    }

    @Override
    public int queuePairIndex(int flow) {
      return 0;
    }
  }

  @Tag("whole")
  @ParameterizedTest(name = "load {0}: {2} service times")
  @CsvSource({"0.8, 800000, 2.0", "0.9, 1600000, 4.5"})
  void shouldWaitAsLongAsInAnMd1QueueUnderHighLoad(double load, int flows, double expected) {
    shouldWaitAsLongAsInAnMd1Queue(load, flows, expected);
  }

  @ParameterizedTest(name = "load {0}: {2} service times")
  @CsvSource("0.5, 400000, 0.5")
  void shouldWaitAsLongAsInAnMd1Queue(double load, int flows, double expected) {
    Lab lab = new Lab();
    for (int i = 0; i <= SENDERS; i++) {
      lab.host();
    }
    int hub = lab.device();
    for (int i = 0; i <= SENDERS; i++) {
      lab.link(i, hub, i == 0 ? "100Gbps" : "1600Gbps", "100ns");
    }
    lab.set(CongestionKnobs.ALGORITHM, "none")
        .set(PfcKnobs.PFC, "false")
        .set(SwitchKnobs.SWITCH_LATENCY, "0ns")
        .set(TransportKnobs.MTU, Integer.toString(MTU))
        .set(TransportKnobs.OUTSTANDING, "1000000")
        .flows(Poisson.of(load, flows, 1));
    double[] sum = new double[1];
    // Cut through: two wires, and the frame with its preamble once.
    long alonePs = 200_000 + SERVICE_PS - 12 * 80;
    var run =
        Simulation.run(
            lab.scenario(),
            RunOptions.DEFAULT,
            flow -> sum[0] += flow.deliveredPs() - flow.startPs() - alonePs,
            ProgressListener.SILENT);
    assertThat(run.counts().finished()).isEqualTo(flows);
    double mean = sum[0] / flows / SERVICE_PS;
    assertThat(expected).isCloseTo(load / (2 * (1 - load)), within(1e-9));
    assertThat(mean).isCloseTo(expected, within(0.02 * expected));
  }
}
