package dev.headroom.tune.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.tune.search.Finalist;
import dev.headroom.tune.search.KnobEffect;
import dev.headroom.tune.search.ObjectiveEffects;
import dev.headroom.tune.search.Verdict;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Chen et al. found (Paraleon, ICNP 2024): a search over the parameters of DCQCN and ECN finds
 * settings that serve better than the defaults, on a set-up of HPCC's simulator.
 */
@Tag("whole")
final class ParaleonFindingTest {
  /** Of runs that neither the search nor its own comparison has seen. */
  private static final long FIRST_SEED = 3001;

  private static final int SEEDS = 12;
  private static final int SINGLE_SEEDS = 6;
  private static final String SHORT = "slowdownP99";
  private static final String LARGE = "fctP99Ps";
  private static final String COLLECTIVE = "collectivePs";

  private static final ResultTable GAINS =
      ResultTable.of(
          "published-paraleon",
          ParaleonFindingTest.class,
          "traffic, figure",
          "Paraleon's defaults",
          "experts' settings",
          "settings found",
          "change from defaults",
          "change from experts'");

  /** Settings of experts, which Paraleon's simulator has for comparison. */
  private static final Map<String, String> EXPERTS =
      Map.of(
          "congestion.rateAi", "50Mbps",
          "congestion.rateHai", "150Mbps",
          "congestion.decreasePeriod", "80us",
          "congestion.kmin", "1600KB",
          "congestion.kmax", "6400KB");

  private static final ResultTable HADOOP = knobs("published-paraleon-hadoop");
  private static final ResultTable ALL_TO_ALL = knobs("published-paraleon-all-to-all");

  private static final ResultTable SINGLE =
      ResultTable.of(
          "published-paraleon-single",
          ParaleonFindingTest.class,
          "changed from the defaults",
          "all-to-all, collective time",
          "change");

  @TempDir private Path folder;

  private static ResultTable knobs(String name) {
    return ResultTable.of(
        name, ParaleonFindingTest.class, "knob", "default", "found", "share of the variance");
  }

  @Test
  void shouldFindBetterSettingsForHadoopTraffic() throws IOException {
    // that no figure gets worse is not shown
    check("hadoop", HADOOP, 240, Verdict.UNDECIDED, SHORT, LARGE);
  }

  @Test
  void shouldFindBetterSettingsForAnAllToAll() throws IOException {
    check("all-to-all", ALL_TO_ALL, 150, Verdict.ADOPT, COLLECTIVE);
  }

  /** One change at a time, from Paraleon's defaults. */
  @Test
  void shouldShowWhichSingleChangeFreesAnAllToAll() {
    PublishedScenario scenario = PublishedScenario.of("paraleon-all-to-all");
    SeededRuns before = scenario.run(Map.of(), FIRST_SEED, SINGLE_SEEDS);
    SINGLE.row("none", before.text(COLLECTIVE), "none");
    for (Map<String, String> changed :
        List.of(
            Map.of("congestion.rateAi", "50Mbps"),
            Map.of("congestion.rateHai", "150Mbps"),
            Map.of("congestion.increaseTimer", "50us"),
            Map.of("congestion.minRate", "1Gbps"),
            Map.of("congestion.decreasePeriod", "80us"),
            Map.of("congestion.kmin", "1600KB", "congestion.kmax", "6400KB"))) {
      SeededRuns after = scenario.run(changed, FIRST_SEED, SINGLE_SEEDS);
      SINGLE.row(
          Candidate.of(changed).text(), after.text(COLLECTIVE), after.change(before, COLLECTIVE));
    }
  }

  /** One of the figures has to improve. */
  private void check(
      String traffic, ResultTable knobs, int runs, Verdict verdict, String... figures)
      throws IOException {
    PublishedScenario scenario = PublishedScenario.of("paraleon-" + traffic);
    StudyResult result =
        PublishedStudy.run(scenario, "paraleon-space", runs, folder.resolve(traffic), figures);
    assertThat(result.search().verdict()).isEqualTo(verdict);
    Finalist found = result.chosen().orElseThrow();
    Map<String, String> settings = found.candidate().candidate().settings();
    SeededRuns before = scenario.run(Map.of(), FIRST_SEED, SEEDS);
    SeededRuns experts = scenario.run(EXPERTS, FIRST_SEED, SEEDS);
    SeededRuns after = scenario.run(settings, FIRST_SEED, SEEDS);
    for (String figure : figures) {
      GAINS.row(
          traffic + ", " + before.name(figure),
          before.text(figure),
          experts.text(figure),
          after.text(figure),
          after.change(before, figure),
          after.change(experts, figure));
    }
    assertThat(figures).anyMatch(each -> after.from(before, each).difference().high() < 0);
    ObjectiveEffects effects = result.search().effects().getFirst();
    for (KnobEffect effect : effects.knobs()) {
      knobs.row(
          effect.knob(),
          scenario.value(effect.knob()),
          settings.getOrDefault(effect.knob(), "as before"),
          share(effect.total()));
    }
  }

  private static String share(KnobEffect.Share share) {
    return share.value() < ObjectiveEffects.NEGLIGIBLE_SHARE
        ? "not seen"
        : "%.0f %% ±%.0f %%".formatted(100 * share.value(), 100 * share.error());
  }
}
