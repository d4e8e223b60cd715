package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.RunKnobs;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of how far a run has got. */
final class ProgressListenerTest {
  private record Told(long nowPs, long flows, long packets) {}

  /**
   * While a run goes on it is told by the clock; while its unfinished flows are told one by one, by
   * thousands. 300 of them have been sent, the others would begin after the end.
   */
  @Test
  void shouldSayHowManyFlowsAreDoneAndPacketsSent() {
    Lab lab = Lab.star(2, "100Gbps", "500ns").set(RunKnobs.STOP, "1ms");
    for (int flow = 0; flow < 33_100; flow++) {
      lab.flow(0, 1, 10_000, flow < 300 ? 0 : 2 * Lab.MS);
    }
    List<Told> told = new ArrayList<>();
    RunResult run =
        Simulation.run(
            lab.scenario(),
            new RunOptions(1, 1, false),
            flow -> {},
            (nowPs, flows, packets) -> told.add(new Told(nowPs, flows, packets)));
    assertThat(told.getFirst()).as("while it is put together").isEqualTo(new Told(0, 0, 0));
    // 10,000 B are three packets of 4,096.
    assertThat(told.getLast()).isEqualTo(new Told(Lab.MS, 300, 900));
    assertThat(run.counts().dataPackets()).isEqualTo(900);
    assertThat(run.outcome()).isEqualTo(RunResult.Outcome.UNFINISHED);
  }
}
