package dev.headroom.formats.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.pci.ConfigSpaceReader;
import dev.headroom.formats.read.FactReader;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatSection;
import dev.headroom.formats.read.SourceReading;
import dev.headroom.formats.read.SurroundingText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind has a sample, is recognised in whatever clothes, and loses no value. */
final class SamplesTest {
  private static final FactReader READER = FormatCatalogue.reader();
  private static final long SEED = Long.getLong("headroom.seed", 20261121);

  static Stream<Sample> samples() {
    return Sample.all().stream();
  }

  @Test
  void shouldHaveASampleOfEveryKind() {
    TreeSet<String> kinds = new TreeSet<>();
    for (FormatKind kind : FormatCatalogue.kinds()) {
      if (!List.of(SurroundingText.PASTED, SurroundingText.TEXT, new ConfigSpaceReader().kind())
          .contains(kind)) {
        kinds.add(kind.id());
      }
    }
    TreeSet<String> samples = new TreeSet<>();
    samples().forEach(sample -> samples.add(sample.kind()));

    assertThat(samples).isEqualTo(kinds);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldUnderstandEveryLine(Sample sample) throws IOException {
    SourceReading reading = read(sample.name(), sample.text());

    assertThat(reading.notes()).isEmpty();
    assertThat(reading.sections())
        .allSatisfy(section -> assertThat(section.unrecognized()).isEmpty());
    assertThat(reading.sections())
        .filteredOn(section -> section.facts() > 0)
        .extracting(section -> section.kind().id())
        .contains(sample.kind());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldReadOtherFactsFromAnotherValue(Sample sample) throws IOException {
    Random random = new Random(SEED);
    byte[] bytes = sample.text().getBytes(StandardCharsets.UTF_8);
    SourceReading before = read(sample.name(), sample.text());
    TreeSet<Integer> lines = new TreeSet<>();
    before.facts().forEach(fact -> lines.add(fact.evidence().line()));
    for (int line : lines) {
      for (int i = 0; i < 20; i++) {
        byte[] other = Mutations.line(bytes, line, random);
        SourceReading after = read(sample.name(), new String(other, StandardCharsets.UTF_8));
        if (!Arrays.equals(other, bytes)) {
          assertThat(said(after))
              .as("seed %s, line %s: %s", SEED, line, new String(other, StandardCharsets.UTF_8))
              .isNotEqualTo(said(before));
        }
      }
    }
  }

  /** Windows' line ends, colours, a fence with a prompt, words before and after. */
  @ParameterizedTest
  @MethodSource("samples")
  void shouldBeReadWhateverItWears(Sample sample) throws IOException {
    if (sample.kind().equals("sysfs")
        || sample.kind().equals("bundle")
        || sample.kind().equals("csv")) {
      return; // Known by their paths, or only as a whole file.
    }
    SourceReading plain = read(sample.name(), sample.text());
    String worn =
        "Dear all,\r\n\r\nthis is what we see there:\r\n\r\n```\r\n"
            + sample.text().replace("\n", "\u001b[0m\r\n")
            + "```\r\n\r\nIs that as it should be?\r\n";

    assertThat(withoutPlaces(said(read(sample.name(), worn))))
        .containsAll(withoutPlaces(said(plain)));
  }

  /** Subjects that are named after a line are others five lines below. */
  private static List<String> withoutPlaces(List<String> said) {
    return said.stream()
        .filter(fact ->
            !fact.startsWith("measurement") && !fact.startsWith("event") && !fact.contains(" at "))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldAccountForEveryLine(Sample sample) throws IOException {
    SourceReading reading = read(sample.name(), sample.text() + "\n%%% 17 %%%\n");

    assertThat(reading.sections().stream().mapToInt(FormatSection::lines).sum())
        .isEqualTo((int) sample.text().lines().count() + 2);
  }

  private static List<String> said(SourceReading reading) {
    List<String> said = new ArrayList<>();
    for (Fact fact : reading.facts()) {
      said.add(fact.subject() + "\t" + fact.key() + "\t" + fact.value());
    }
    said.addAll(reading.notes());
    return said;
  }

  private static SourceReading read(String name, String text) throws IOException {
    return READER.read(
        FactSource.of(name), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
