package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The digests in {@code digests.tsv}: what runs of every mechanism have come to, to the last bit;
 * and in {@code measured.tsv} what else they measured, from which digests of runs leave out much. A
 * change that means to leave results alone changes none of them; one that means to change some
 * writes the files anew, so that its commit shows which.
 */
final class DigestsTest {
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final Path TABLE = RESOURCES.resolve("digests.tsv");
  private static final Path MEASURED = RESOURCES.resolve("measured.tsv");
  private static final String HEAD =
      "# What the runs of digests.tsv measured: name, a sum of each component. Written as that is.";
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

    Came run(int partitions) {
      RunOptions options = new RunOptions(1, partitions, true);
      List<FlowResult> flows = new ArrayList<>();
      RunResult run = Simulation.run(scenario(), options, flows::add, ProgressListener.SILENT);
      return new Came(run, new Measured(run, flows));
    }

    String with(String now) {
      return String.join("\t", name, base, String.join(" ; ", sets), now);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** What came of one. */
  record Came(RunResult run, Measured measured) {
    String digest() {
      return run.digest();
    }
  }

  private static Map<String, String> measured() throws IOException {
    return Files.readAllLines(MEASURED).stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t"))
        .collect(Collectors.toMap(cells -> cells[0], cells -> cells[1]));
  }

  static List<Row> rows() throws IOException {
    return Files.readAllLines(TABLE).stream()
        .filter(line -> !line.startsWith("#"))
        .map(Row::parse)
        .toList();
  }

  /** One row in one partition, the next in four: the digests of the table are of either. */
  static Stream<Arguments> rowsByPartitions() throws IOException {
    List<Row> rows = rows();
    return IntStream.range(0, rows.size())
        .mapToObj(i -> Arguments.of(rows.get(i), i % 2 == 0 ? 1 : 4));
  }

  @ParameterizedTest(name = "{0}, {1} partitions")
  @MethodSource("rowsByPartitions")
  void shouldBeAsListed(Row row, int partitions) throws IOException {
    Came came = row.run(partitions);
    assertThat(came.run.counts().packetHops()).isPositive();
    if (!UPDATE) {
      assertThat(came.digest()).as("as in digests.tsv").isEqualTo(row.digest());
      assertThat(came.measured.toString())
          .as("as in measured.tsv")
          .isEqualTo(measured().get(row.name()));
    }
  }

  @Tag("whole")
  @ParameterizedTest
  @MethodSource("rows")
  void shouldBeAsBefore(Row row) throws IOException {
    Came one = row.run(1);
    assertThat(one.run.counts().packetHops()).isPositive();
    Came four = row.run(4);
    assertThat(four.digest()).as("4 partitions").isEqualTo(one.digest());
    assertThat(four.measured.toString()).as("4 partitions").isEqualTo(one.measured.toString());
    if (!UPDATE) {
      assertThat(one.digest()).as("as in digests.tsv").isEqualTo(row.digest());
      assertThat(one.measured.toString())
          .as("as in measured.tsv")
          .isEqualTo(measured().get(row.name()));
    }
  }

  @Test
  void shouldBeOfRunsThatDiffer() throws IOException {
    if (UPDATE) {
      List<String> lines = new ArrayList<>();
      List<String> more = new ArrayList<>(List.of(HEAD));
      for (String line : Files.readAllLines(TABLE)) {
        if (line.startsWith("#")) {
          lines.add(line);
        } else {
          Row row = Row.parse(line);
          Came came = row.run(1);
          lines.add(row.with(came.digest()));
          more.add(row.name() + "\t" + came.measured);
        }
      }
      Files.write(TABLE, lines);
      Files.write(MEASURED, more);
    }
    assertThat(rows()).extracting(Row::digest).doesNotHaveDuplicates();
    assertThat(rows()).extracting(Row::name).doesNotHaveDuplicates();
  }
}
