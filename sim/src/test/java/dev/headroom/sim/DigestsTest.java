package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The digests in {@code digests.tsv}: what runs of every mechanism have come to, to the last bit. A
 * change that means to leave results alone changes none of them; one that means to change some
 * writes the file anew, so that its commit shows which.
 */
final class DigestsTest {
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final Path TABLE = RESOURCES.resolve("digests.tsv");
  private static final boolean UPDATE = Boolean.getBoolean("headroom.update");

  /**
   * A row of the table.
   *
   * @param base file with a scenario
   * @param sets what is set in it, as {@code --set} has it
   */
  record Row(String name, String base, List<String> sets, String digest) {
    static Row parse(String line) {
      String[] cells = line.split("\t", -1);
      List<String> sets = cells[2].isEmpty() ? List.of() : Arrays.asList(cells[2].split(" ; "));
      return new Row(cells[0], cells[1], sets, cells[3]);
    }

    Scenario scenario() {
      try {
        String text = Files.readString(RESOURCES.resolve("digests/" + base + ".yaml"));
        return switch (ScenarioReader.read(text, base, sets)) {
          case ScenarioReader.Good(Scenario good) -> good;
          case ScenarioReader.Bad bad -> throw new AssertionError(name + ": " + bad);
        };
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    RunResult run(int partitions) {
      RunOptions options = new RunOptions(1, partitions, false);
      return Simulation.run(scenario(), options, flow -> {}, Progress.SILENT);
    }

    String with(String now) {
      return String.join("\t", name, base, String.join(" ; ", sets), now);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Row> rows() throws IOException {
    return Files.readAllLines(TABLE).stream()
        .filter(line -> !line.startsWith("#"))
        .map(Row::parse)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldBeAsBefore(Row row) {
    RunResult one = row.run(1);
    assertThat(one.counts().packetHops()).isPositive();
    assertThat(row.run(4).digest()).as("4 partitions").isEqualTo(one.digest());
    if (!UPDATE) {
      assertThat(one.digest()).as("as in digests.tsv").isEqualTo(row.digest());
    }
  }

  @Test
  void shouldBeOfRunsThatDiffer() throws IOException {
    if (UPDATE) {
      List<String> lines = new ArrayList<>();
      for (String line : Files.readAllLines(TABLE)) {
        lines.add(
            line.startsWith("#") ? line : Row.parse(line).with(Row.parse(line).run(1).digest()));
      }
      Files.write(TABLE, lines);
    }
    assertThat(rows()).extracting(Row::digest).doesNotHaveDuplicates();
    assertThat(rows()).extracting(Row::name).doesNotHaveDuplicates();
  }
}
