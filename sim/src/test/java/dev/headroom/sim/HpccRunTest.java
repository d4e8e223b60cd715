package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * HPCC in our own framing against what its paper says (Li et al., SIGCOMM 2019). Flow by flow it is
 * held against its authors' simulator in module {@code app}.
 */
final class HpccRunTest {
  private static final ResultTable QUEUES =
      ResultTable.of("hpcc-queue", HpccRunTest.class, "Wai", "paper, KB", "here, KB");

  private static final int SENDERS = 16;

  /** Section 3.1: W = W/(U/eta) + Wai rests where the link is eta/(1 - N Wai/BDP) busy. */
  @Test
  void shouldLeaveAsMuchFreeAsEtaSays() {
    Lab lab = incast(4, 25);
    SimulationSetup assembly = SimulationSetup.of(lab.scenario(), 1, false);
    Partition partition = assembly.network().partitions().getFirst();
    Port port = assembly.network().port(0).peer();
    partition.advance(3 * Lab.MS);
    long before = port.sentBytes();
    partition.advance(6 * Lab.MS);
    double busy = (port.sentBytes() - before) * 8.0 / 3e-3 / 100e9;
    assertThat(busy).isCloseTo(0.95 / (1 - 4 * 25 / 50_000.0), within(0.01));
  }

  /**
   * Figure 14: sixteen senders to one at 100 Gb/s with a base RTT of 4 us; the queue at the 95th
   * percentile is within 4 KB up to Wai = 150 B and 13 KB at 300 B. Packets here are 1,128 B, and
   * one and a half of them are allowed for reading a figure. Measured: 4.5, 4.5, 5.6 and 14.7 KB.
   */
  @ParameterizedTest(name = "Wai = {0} B")
  @CsvSource({"25, 4", "50, 4", "150, 4", "300, 13"})
  void shouldKeepTheQueueOfFigure14(int waiBytes, double atMostKb) {
    double[] queues = queues(incast(SENDERS, waiBytes), 2, 10);
    double kb = queues[(int) (0.95 * queues.length)];
    assertThat(kb).isBetween(1.0, atMostKb + 1.7);
    QUEUES.row(waiBytes + " B", "up to " + Cells.number(atMostKb, 0), Cells.number(kb, 1));
  }

  /** A star whose round trip, by the fabric's own account, is 4 us. */
  private static Lab incast(int senders, int waiBytes) {
    Lab lab =
        Lab.star(senders + 1, "100Gbps", "950ns")
            .set(CongestionKnobs.ALGORITHM, "hpcc")
            .set(SwitchKnobs.SWITCH_LATENCY, "0ns")
            .set(TransportKnobs.MTU, "1024")
            .set(TransportKnobs.MESSAGE_SIZE, "1GiB")
            .set(ControllerKnobs.BASE_RTT, "4us")
            .set(Knobs.named("congestion.hpcc.maxStage", ValueType.WHOLE), "5")
            .set(Knobs.named("congestion.hpcc.rateAi", ValueType.RATE), waiBytes * 2 + "Mbps");
    for (int i = 1; i <= senders; i++) {
      lab.flow(i, 0, 1L << 40, i * 1_000L);
    }
    return lab;
  }

  /** The queue at the receiver in KB, in ascending order, between two times in milliseconds. */
  private static double[] queues(Lab lab, int fromMs, int toMs) {
    SimulationSetup assembly = SimulationSetup.of(lab.scenario(), 1, false);
    Partition partition = assembly.network().partitions().getFirst();
    Port port = assembly.network().port(0).peer();
    int samples = (toMs - fromMs) * 1_000;
    double[] queues = new double[samples];
    for (int i = 0; i < samples; i++) {
      partition.advance(fromMs * Lab.MS + i * Lab.US);
      queues[i] = port.queuedBytes() * 1e-3;
    }
    Arrays.sort(queues);
    return queues;
  }
}
