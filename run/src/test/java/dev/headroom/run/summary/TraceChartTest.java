package dev.headroom.run.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.TraceQuantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A long trace in few points: nothing in it that was not, and nothing lost that is counted. */
final class TraceChartTest {
  private static final Path INCAST = Path.of("..", "examples", "incast-16.yaml");

  @Test
  void shouldAddCountsUpAndKeepValuesThatWere() throws IOException {
    RunSummary summary = run("run.trace.flows=0,5", "congestion=swift");
    FlowTraces traces = summary.result().traces();
    FlowTrace whole = traces.flows().getFirst();
    TraceChart picture = TraceChart.of(summary, 400, 800);
    int stride = (int) (picture.axis().stepPs() / traces.stepPs());
    int first =
        (int)
            ((picture.axis().fromPs() + summary.span().startPs() - traces.fromPs())
                / traces.stepPs());
    assertThat(stride).isGreaterThan(1);
    assertThat(picture.axis().points()).isBetween(150, 200);
    TraceChart.Flow thinned = picture.flows().getFirst();
    int last = first + picture.axis().points() * stride - 1;
    assertThat(
            LongStream.of(
                    Objects.requireNonNull(thinned.values().get(TraceQuantity.DELIVERED_BYTES)))
                .sum())
        .isEqualTo(whole.at(TraceQuantity.DELIVERED_BYTES, last))
        .isGreaterThan(950_000);
    long[] windows = Objects.requireNonNull(thinned.values().get(TraceQuantity.WINDOW_BYTES));
    for (int point = 0; point < picture.axis().points(); point++) {
      assertThat(windows[point])
          .isEqualTo(whole.at(TraceQuantity.WINDOW_BYTES, first + (point + 1) * stride - 1));
    }
    assertThat(thinned.values()).doesNotContainKey(TraceQuantity.CNPS);
  }

  /** A flow that is over soon would be a stroke at the edge of what the others take. */
  @Test
  void shouldGiveAShortFlowAnAxisOfItsOwn() throws IOException {
    TraceChart picture =
        TraceChart.of(
            run(
                "run.trace.flows=0-1",
                "workload=[{type: incast, fanIn: 1, size: 1MB}, {type: incast, fanIn: 1, size: 20KB}]"),
            400,
            800);
    TraceChart.Axis own = picture.flows().get(1).axis();
    assertThat(picture.flows().getFirst().axis()).isEqualTo(picture.axis());
    assertThat(own.points()).isGreaterThan(3);
    assertThat(own.points() * own.stepPs() * 3)
        .isLessThan(picture.axis().points() * picture.axis().stepPs());
    assertThat(
            Objects.requireNonNull(
                picture.flows().get(1).values().get(TraceQuantity.DELIVERED_BYTES)))
        .hasSize(own.points());
  }

  @Test
  void shouldBeEmptyWhereNothingWasTraced() throws IOException {
    assertThat(TraceChart.of(run(), 400, 800).flows()).isEmpty();
  }

  private static RunSummary run(String... sets) throws IOException {
    if (!(ScenarioReader.read(Files.readString(INCAST), INCAST.toString(), List.of(sets))
        instanceof ScenarioReader.Good good)) {
      throw new AssertionError("not a scenario");
    }
    FlowStatistics tally = FlowStatistics.of(good.scenario());
    return RunSummary.of(
        good.scenario(),
        Simulation.run(good.scenario(), RunOptions.DEFAULT, tally, (now, flows, packets) -> true),
        tally);
  }
}
