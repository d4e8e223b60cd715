package dev.headroom.web.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.summary.MadeRun;
import dev.headroom.run.summary.RunSummary;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class PauseTreeTest {
  private final RunSummary summary = MadeRun.incast64().summary();
  private final List<PauseTree.Row> rows = PauseTree.rows(summary);

  @Test
  void shouldStandUnderTheRowThatExplainsIt() {
    assertThat(rows.getFirst().root()).isPresent();
    for (PauseTree.Row row : rows) {
      if (row.parent() >= 0) {
        PauseTree.Row parent = rows.get(row.parent());
        assertThat(parent.depth()).isEqualTo(row.depth() - 1);
        assertThat(parent.ports()).hasSize(1);
        assertThat(row.ports().getFirst().port().peer())
            .isEqualTo(parent.ports().getFirst().port().node());
      }
    }
  }

  @Test
  void shouldShareARowAmongHostsOfOnePauser() {
    List<PauseTree.Row> shared = rows.stream().filter(row -> row.ports().size() > 1).toList();
    assertThat(shared).isNotEmpty();
    for (PauseTree.Row row : shared) {
      assertThat(row.ports())
          .extracting(load -> load.port().peer())
          .containsOnly(row.ports().getFirst().port().peer());
      assertThat(row.ports())
          .extracting(load -> summary.network().ports().from(load).isHost())
          .containsOnly(summary.network().ports().from(row.ports().getFirst()).isHost());
    }
  }

  @Test
  void shouldShowNoPortTwice() {
    List<Integer> shown =
        rows.stream().flatMap(row -> row.ports().stream()).map(PortLoad::index).toList();
    assertThat(shown).doesNotHaveDuplicates();
    assertThat(shown.stream().map(index -> summary.network().ports().loads().get(index)))
        .allMatch(load -> load.pausedPs() > 0);
  }

  @Test
  void shouldFitAPageHoweverManyStoodStill() {
    RunSummary large = MadeRun.fatTree8192();
    List<PauseTree.Row> drawn = PauseTree.rows(large);
    assertThat(drawn).hasSizeLessThanOrEqualTo(48);
    assertThat(drawn.stream().collect(Collectors.summingInt(row -> row.ports().size())))
        .isGreaterThan(drawn.size());
  }
}
