package dev.headroom.formats.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.read.FactReader;
import dev.headroom.formats.read.FormatSection;
import dev.headroom.formats.read.SourceReading;
import dev.headroom.formats.read.SurroundingText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Real output of real machines, where it is there: every file is recognised, nine lines of ten of
 * each kind are understood, and an understood line that says something else gives other facts.
 */
final class FixturesTest {
  private static final FactReader READER = FormatCatalogue.reader();
  private static final long SEED = Long.getLong("headroom.seed", 20261121);

  /** Of each file; all of them take minutes. */
  private static final int MUTATIONS = Integer.getInteger("headroom.mutations", 1);

  @BeforeEach
  void shouldBeThere() {
    Assumptions.assumeTrue(Files.isDirectory(Fixtures.FOLDER), "the fixtures are not here");
  }

  @Test
  void shouldRecogniseEveryFile() throws IOException {
    List<String> unknown = new ArrayList<>();
    for (Path file : Fixtures.files()) {
      SourceReading reading = read(file, Files.readAllBytes(file));
      boolean known =
          reading.sections().stream()
              .anyMatch(
                  section -> !section.kind().equals(SurroundingText.TEXT) && section.facts() > 0);
      if (!known) {
        unknown.add(file.toString());
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void shouldUnderstandNineLinesOfTen() throws IOException {
    Map<String, int[]> lines = new TreeMap<>();
    for (Path file : Fixtures.files()) {
      for (FormatSection section : read(file, Files.readAllBytes(file)).sections()) {
        int[] count = lines.computeIfAbsent(section.kind().id(), _ -> new int[2]);
        count[0] += section.facts();
        count[1] += section.unrecognized().size();
      }
    }
    lines.remove(SurroundingText.TEXT.id());
    assertThat(lines)
        .allSatisfy((kind, count) ->
            assertThat((double) count[0] / (count[0] + count[1]))
                .as(kind)
                .isGreaterThanOrEqualTo(0.9));
  }

  @Test
  void shouldReadOtherFactsFromAnotherValue() throws IOException {
    Random random = new Random(SEED);
    List<String> unchanged = new ArrayList<>();
    for (Path file : Fixtures.files()) {
      byte[] bytes = Files.readAllBytes(file);
      SourceReading before = read(file, bytes);
      List<Integer> lines = understood(before);
      for (int i = 0; i < MUTATIONS && !lines.isEmpty(); i++) {
        int line = lines.get(random.nextInt(lines.size()));
        byte[] other = Mutations.line(bytes, line, random);
        if (!Arrays.equals(other, bytes) && said(read(file, other)).equals(said(before))) {
          unchanged.add(file + ":" + line);
        }
      }
    }
    assertThat(unchanged).as("seed " + SEED).isEmpty();
  }

  private static List<Integer> understood(SourceReading reading) {
    Set<Integer> lines = new HashSet<>();
    reading.facts().forEach(fact -> lines.add(fact.evidence().line()));
    return new ArrayList<>(lines.stream().sorted().toList());
  }

  /** What is said, wherever it is said. */
  private static List<String> said(SourceReading reading) {
    List<String> said = new ArrayList<>();
    for (Fact fact : reading.facts()) {
      said.add(fact.subject() + "\t" + fact.key() + "\t" + fact.value());
    }
    return said;
  }

  private static SourceReading read(Path file, byte[] bytes) throws IOException {
    SourceReading reading =
        READER.read(FactSource.of(file.toString()), new ByteArrayInputStream(bytes));
    assertThat(reading.facts()).allSatisfy(fact -> assertThat(fact.evidence().line()).isPositive());
    return reading;
  }
}
