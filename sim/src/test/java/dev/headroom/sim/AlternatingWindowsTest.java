package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.workload.FlowList;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sides by turns: when that can be, and that nothing is different for it. */
final class AlternatingWindowsTest {
  private static final long FAR = Long.MAX_VALUE;

  private static Lab fatTree() {
    Lab lab = Lab.shape("fat-tree", "fabric.k=4", "fabric.links.delay=1us");
    for (int i = 0; i < 16; i++) {
      lab.flow(i, (i + 5) % 16, 600_000, i % 3 * 40L * Lab.US);
      lab.flow(i, (i + 9) % 16, 100_000, 0);
    }
    return lab;
  }

  private static AlternatingWindows turns(Lab lab, int partitions) {
    return new AlternatingWindows(SimulationSetup.of(lab.scenario(), partitions, false), Lab.US);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldGoFarWhereFlowsSurelyGoOn(int partitions) {
    AlternatingWindows alternatingWindows = turns(fatTree(), partitions);
    assertThat(alternatingWindows.reach(0, FAR)).isEqualTo(16 * Lab.US);
    assertThat(alternatingWindows.reach(0, 7 * Lab.US)).isEqualTo(7 * Lab.US);
    assertThat(alternatingWindows.reach(0, 3 * Lab.US)).as("not worth it").isZero();
  }

  @Test
  void shouldStayWhereThereIsOneSideOrMoreThanPacketsIsExchanged() {
    Lab chained = fatTree().flow(new FlowList.Entry(0, 9, 10_000, 0, List.of(3), List.of(), -1));
    Lab ring = Lab.shape("ring", "fabric.length=6", "fabric.links.delay=1us");
    ring.flow(0, 3, 1_000_000, 0);
    List<AlternatingWindows> none =
        List.of(
            turns(chained, 1),
            turns(chained, 4),
            turns(fatTree().linkDown(20, Lab.MS), 1),
            turns(fatTree().linkDown(20, Lab.MS), 4),
            turns(ring, 3));
    assertThat(none).allMatch(alternatingWindows -> alternatingWindows.reach(0, FAR) == 0);
  }

  /** The same to the last bit, flow by flow, in each of them with turns and without. */
  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "lossy", "small buffers", "probed", "stopped", "uec", "srd", "falcon"})
  void shouldChangeNothing(String how) {
    // A link that fails long after the run keeps it to windows in which all advance at once.
    Lab.Outcome alone = lab(how).linkDown(20, 10_000 * Lab.MS).run(new RunOptions(1, 1, false));
    List<RunOptions> ways =
        Stream.of(1, 2, 4, 9)
            .flatMap(
                parts -> Stream.of(new RunOptions(1, parts, false), new RunOptions(2, parts, true)))
            .toList();
    for (RunOptions way : ways) {
      assertThat(turns(lab(how), way.partitions()).reach(0, FAR)).isPositive();
      Lab.Outcome other = lab(how).run(way);
      assertThat(other.run().digest()).as("%s", way).isEqualTo(alone.run().digest());
      assertThat(other.run().endPs()).isEqualTo(alone.run().endPs());
      assertThat(other.run().counts().packetHops()).isEqualTo(alone.run().counts().packetHops());
      assertThat(other.flows()).isEqualTo(alone.flows());
    }
  }

  private static Lab lab(String how) {
    Lab lab = fatTree();
    return switch (how) {
      case "lossy" ->
          lab.set(PfcKnobs.PFC, "false")
              .set(SwitchKnobs.SWITCH_BUFFER, "128KiB")
              .set(TransportKnobs.ACK_TIMEOUT, "5");
      case "small buffers" -> lab.set(SwitchKnobs.SWITCH_BUFFER, "2MiB");
      case "probed" -> lab.set(RunKnobs.PROBE_PERIOD, "13777ns");
      case "stopped" -> lab.set(RunKnobs.STOP, "77777ns");
      case "uec", "srd", "falcon" -> lab.set(Presets.named(how).orElseThrow().settings());
      default -> lab;
    };
  }

  /** Events run out while a flow still has much to send: its link never comes back. */
  @Test
  void shouldEndAtTheSameTimeWhereNothingIsLeftToHappen() {
    Lab.Outcome alone = silent().run(new RunOptions(1, 1, false));
    Lab.Outcome turned = silent().run(new RunOptions(1, 4, false));
    assertThat(alone.run().outcome()).isEqualTo(RunResult.Outcome.UNFINISHED);
    assertThat(turned.run().endPs()).isEqualTo(alone.run().endPs());
    assertThat(turned.run().digest()).isEqualTo(alone.run().digest());
  }

  /** A class that is lossy and a buffer that no frame fits into: nothing arrives, nobody asks. */
  private static Lab silent() {
    Lab lab = Lab.shape("fat-tree", "fabric.k=4", "fabric.links.delay=1us");
    return lab.flow(0, 15, 50_000_000, 0)
        .set(PfcKnobs.PFC, "false")
        .set(SwitchKnobs.QUEUE_LIMIT, "64B")
        .set(TransportKnobs.WINDOW, "64KiB")
        .set(TransportKnobs.ACK_TIMEOUT, "0");
  }
}
