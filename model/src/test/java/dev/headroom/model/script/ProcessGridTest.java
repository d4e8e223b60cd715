package dev.headroom.model.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProcessGridTest {
  private static ProcessGrid grid(String text, int processes, boolean periodic) {
    return ProcessGrid.parse(text, processes, periodic).orElseThrow();
  }

  /** What {@code MPI_Dims_create} gives for these: the examples of its manual page among them. */
  @ParameterizedTest
  @CsvSource({
    "6, 2D, 3x2",
    "7, 2D, 7x1",
    "6, 3D, 3x2x1",
    "16, 2D, 4x4",
    "64, 3D, 4x4x4",
    "24, 3D, 4x3x2",
    "12, 1D, 12"
  })
  void shouldBeAsEvenAsCanBe(int processes, String dimensions, String sides) {
    assertThat(grid(dimensions, processes, true)).hasToString(sides);
  }

  @Test
  void shouldKnowWhoIsNextToWhom() {
    assertThat(grid("3x4", 12, true).neighbours(0)).containsExactly(8, 4, 3, 1);
    assertThat(grid("3x4", 12, false).neighbours(0)).containsExactly(4, 1);
    assertThat(grid("3x4", 12, false).neighbours(6)).containsExactly(2, 10, 5, 7);
    assertThat(grid("2x1", 2, true).neighbours(0)).containsExactly(1, 1);
    assertThat(grid("2x2x2", 8, false).neighbours(7)).containsExactly(3, 5, 6);
  }

  @Test
  void shouldBeNeighboursOfEachOther() {
    for (boolean periodic : new boolean[] {false, true}) {
      ProcessGrid grid = grid("5x3x2", 30, periodic);
      for (int rank = 0; rank < 30; rank++) {
        List<Integer> neighbours = grid.neighbours(rank);
        // At a corner three: one along each side. With two along the shortest, never six.
        assertThat(neighbours.size()).isBetween(periodic ? 6 : 3, periodic ? 6 : 5);
        for (int other : neighbours) {
          assertThat(grid.neighbours(other)).contains(rank);
        }
      }
    }
  }

  @Test
  void shouldRefuseWhatIsNoGrid() {
    assertThat(ProcessGrid.parse("3x3", 8, true)).isEmpty();
    assertThat(ProcessGrid.parse("4D", 8, true)).isEmpty();
    assertThat(ProcessGrid.parse("2x2x2x1", 8, true)).isEmpty();
    assertThat(ProcessGrid.parse("999999x999999x999999", 8, true)).isEmpty();
  }
}
