package dev.headroom.tune.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.run.compare.FactorialEffects;
import dev.headroom.tune.sweep.LocalEngine;
import dev.headroom.tune.sweep.MadeSweep;
import dev.headroom.tune.sweep.Sampling;
import dev.headroom.tune.sweep.Shard;
import dev.headroom.tune.sweep.SweepException;
import dev.headroom.tune.sweep.SweepFolder;
import dev.headroom.tune.sweep.SweepListener;
import dev.headroom.tune.sweep.SweepPlan;
import dev.headroom.tune.sweep.SweptKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SweepReaderTest {
  @TempDir private Path temporary;

  private SweepFolder ran(SweepPlan plan, Shard shard) throws IOException {
    SweepFolder folder = SweepFolder.begin(temporary, plan);
    new LocalEngine(MadeSweep::outcome, 1, "1").run(folder, shard, SweepListener.NONE);
    return folder;
  }

  /** The trials are 100 + 10 x + y, with noise of less than 0.1. */
  @Test
  void shouldFindTheBestAndTheEffects() throws IOException {
    SweepSummary summary = SweepReader.read(ran(MadeSweep.plan(4), Shard.WHOLE), Optional.empty());

    assertThat(summary.judge().key()).isEqualTo("completionPs");
    assertThat(summary.counts().trials()).isEqualTo(400);
    assertThat(summary.counts().measured()).isEqualTo(396);
    assertThat(summary.counts().failed()).isEqualTo(4);
    assertThat(summary.counts().missing()).isZero();
    assertThat(summary.ranking().seeds()).containsExactly(1L, 2L, 3L, 4L);
    assertThat(summary.ranking().judged()).isEqualTo(99);
    assertThat(summary.ranking().best()).hasSize(20);
    assertThat(summary.ranking().best().getFirst().settings())
        .isEqualTo(Map.of("x", "0", "y", "0"));
    assertThat(summary.ranking().best().get(1).settings()).isEqualTo(Map.of("x", "0", "y", "1"));
    assertThat(summary.ranking().ties()).hasSize(1);
    assertThat(summary.ranking().best().get(1).gap().orElseThrow().difference().mean())
        .isCloseTo(1, within(0.1));
    FactorialEffects effects = summary.effects().levels().orElseThrow();
    assertThat(effects.levels()).hasSize(20);
    // of the settings where x = 9 is there too, which y = 9 lacks
    assertThat(effects.levels().getFirst().effects().getFirst().orElseThrow().effect().mean())
        .isCloseTo(-45, within(0.1));
    assertThat(summary.effects().shares().keySet()).containsExactly("x", "y");
    assertThat(summary.effects().shares().get("x")).isBetween(0.97, 0.995);
    assertThat(summary.effects().shares().get("y")).isBetween(0.0, 0.02);
    assertThat(summary.effects().points()).hasSize(99);
    assertThat(summary.failures())
        .containsExactly(
            new SweepSummary.Failure("bad settings", "x and\ty contradict\neach other", 4, 99));
    assertThat(SweepText.of(summary))
        .contains(
            "Best by completion: x=0, y=0", "the mean of 4 seeds", "x 99 %", "4 trials failed");
    assertThat(SweepJson.of(summary)).contains("\"judged\": 99", "\"missing\": 0");
  }

  @Test
  void shouldRankByTheMeasureThatIsAskedFor() throws IOException {
    SweepFolder folder = ran(MadeSweep.plan(1), Shard.WHOLE);
    SweepSummary summary = SweepReader.read(folder, Optional.of("p99Slowdown"));
    assertThat(summary.judge().key()).isEqualTo("slowdownP99");
    assertThat(summary.ranking().best().getFirst().settings())
        .isNotEqualTo(Map.of("x", "0", "y", "0"));
    assertThatThrownBy(() -> SweepReader.read(folder, Optional.of("p99Slodown")))
        .isInstanceOf(SweepException.class)
        .hasMessageContaining("did you mean");
    assertThatThrownBy(() -> SweepReader.read(folder, Optional.of("marks")))
        .hasMessageContaining("no better direction");
  }

  @Test
  void shouldCompareOnlySeedsThatAllSettingsHave() throws IOException {
    SweepFolder folder = ran(MadeSweep.plan(3), new Shard(1, 2)); // one and a half seeds
    SweepSummary summary = SweepReader.read(folder, Optional.empty());
    assertThat(summary.counts().missing()).isEqualTo(150);
    assertThat(summary.ranking().seeds()).containsExactly(1L);
    assertThat(summary.ranking().isPartial()).isFalse();
    assertThat(SweepText.of(summary)).contains("150 of 300 trials have not run yet");
  }

  @Test
  void shouldSayThatNoSeedIsComplete() throws IOException {
    SweepFolder folder = ran(MadeSweep.plan(1), new Shard(1, 2));
    SweepSummary summary = SweepReader.read(folder, Optional.empty());
    assertThat(summary.ranking().isPartial()).isTrue();
    assertThat(summary.ranking().judged()).isEqualTo(50);
    assertThat(summary.ranking().best().getFirst().settings())
        .isEqualTo(Map.of("x", "0", "y", "0"));
  }

  @Test
  void shouldHaveNothingToSayOfAnEmptySweep() throws IOException {
    SweepFolder folder = SweepFolder.begin(temporary, MadeSweep.plan(1));
    SweepSummary summary = SweepReader.read(folder, Optional.empty());
    assertThat(SweepText.of(summary)).contains("No trial has figures yet.", "100 of 100 trials");
  }

  /** In a sample, effects are of intervals of the range. */
  @Test
  void shouldFindEffectsInASample() throws IOException {
    SweepPlan plan =
        MadeSweep.plan(
            List.of(
                new SweptKey.Range("x", "0.0", "8.0", false),
                new SweptKey.Range("y", "0.0", "8.0", false)),
            Sampling.parse("sobol:256"),
            1);
    SweepSummary summary = SweepReader.read(ran(plan, Shard.WHOLE), Optional.empty());
    FactorialEffects effects = summary.effects().levels().orElseThrow();
    assertThat(effects.levels()).hasSize(10);
    assertThat(effects.levels().getFirst().label()).isEqualTo("x=0..1.6");
    // the mean of the first of five intervals of 8 is 3.2 below that of all
    assertThat(effects.levels().getFirst().effects().getFirst().orElseThrow().effect().mean())
        .isCloseTo(-32, within(1.0));
    assertThat(summary.effects().isGrid()).isFalse();
    assertThat(summary.effects().shares().get("x")).isGreaterThan(0.9);
  }
}
