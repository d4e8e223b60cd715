package dev.headroom.app.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AlignedTableTest {

  @Test
  void shouldFoldColumnsThatDoNotFitBelowWithTheFirstAgain() {
    AlignedTable table = new AlignedTable(1, "", "one", "two", "three");
    table.row("goodput", "1 Gb/s", "2 Gb/s", "3 Gb/s");

    assertThat(table.folded(24).stream().map(part -> part.lines(24)).toList())
        .containsExactly(
            List.of("             one     two", " goodput  1 Gb/s  2 Gb/s"),
            List.of("           three", " goodput  3 Gb/s"));
    assertThat(table.folded(32)).hasSize(1);
    assertThat(table.folded(31)).hasSize(2);
  }
}
