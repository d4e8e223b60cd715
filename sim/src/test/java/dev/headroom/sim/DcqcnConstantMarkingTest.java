package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Controller;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.rc.RcSettings;
import dev.headroom.sim.rc.WriteResponder;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A flow of DCQCN's paper form whose packets are marked with a constant probability, that of the
 * fluid model's fixed point ({@link DcqcnFluid}): there the model gives it C/N. No queue, hence no
 * noise in the marking: what is left is how well the model's terms describe the protocol, and that
 * depends on the receiver.
 */
final class DcqcnConstantMarkingTest {
  private static final ResultTable RATES =
      ResultTable.of(
          "dcqcn-receivers",
          DcqcnConstantMarkingTest.class,
          "senders",
          "`window`",
          "`slots`",
          "`gap`");

  private static final long END_PS =
      (Boolean.getBoolean("headroom.full") ? 20_000 : 8_000) * Lab.MS;
  private static final int PACKET_BYTES = 1_000;

  @ParameterizedTest(name = "share of {0} senders")
  @ValueSource(ints = {2, 4, 8})
  void shouldGetTheModelsRateWithTheReceiverOfThePaper(int senders) {
    double window = rateOverShare(senders, "window");
    double slots = rateOverShare(senders, "slots");
    double gap = rateOverShare(senders, "gap");
    if (!Boolean.getBoolean("headroom.full")) {
      RATES.row(
          "N = " + senders, Cells.number(window, 2), Cells.number(slots, 2), Cells.number(gap, 2));
    }
    assertThat(window).isCloseTo(1, within(0.02));
    assertThat(slots).as("fewer CNPs").isBetween(1.07, 1.11);
    assertThat(gap).as("fewer still").isBetween(1.17, 1.23);
  }

  /** The mean rate over C/N. */
  private static double rateOverShare(int senders, String timing) {
    Lab lab =
        Lab.star(2, "40Gbps", "1us")
            .set(Presets.named("paper").orElseThrow().settings())
            .set(CongestionKnobs.CNP_TIMING, timing);
    lab.flow(0, 1, 1, 0);
    Controller controller =
        ScenarioControllers.of(lab.scenario().settings(), 1, 1000).make(40_000_000_000L);
    WriteResponder receiver =
        WriteResponder.of(RcSettings.of(lab.scenario()), new FlowTuple(0, 0, 1, 0, 0, 0));
    double share = new DcqcnFluid(senders).markedShare();
    long key = Rng.key(1, timing);
    long bits = PACKET_BYTES * 8L;
    long packets = 0;
    long nowPs = 0;
    while (nowPs < END_PS) {
      boolean marked = Rng.uniform(key, packets++) < share;
      if (receiver.shouldSendCnp(marked, nowPs)) {
        controller.congested(nowPs);
      }
      controller.sent(nowPs, PACKET_BYTES);
      nowPs += bits * 1_000_000_000_000L / controller.rateBps(nowPs);
    }
    double perSecond = packets / (nowPs * 1e-12);
    return perSecond / (DcqcnFluid.PACKETS_PER_SECOND / senders);
  }
}
