package dev.headroom.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What is to be declared once: a choice by its type, a default by its setting, a record by parts
 * that a reader can keep in mind. What is not, stands in {@code exceptions.tsv} with the reason.
 */
final class DeclaredOnceTest {
  /** Components of a record that people still tell apart by their place. */
  private static final int MOST_COMPONENTS = 8;

  /** A word compared with what a setting holds. */
  private static final Pattern COMPARED =
      Pattern.compile("\"[a-z0-9+-]+\"\\.equals\\(\\w+\\.(get|find)\\(\\w+Knobs\\.\\w+");

  private static final Pattern DEFAULTS =
      Pattern.compile("static (\\w+) defaults\\([^)]*\\) \\{\\s*return new \\1\\(");

  @Test
  void shouldHaveRecordsThatPeopleKeepInMind() {
    Map<String, Integer> large = new TreeMap<>();
    ArchitectureTest.CLASSES.stream()
        .filter(each -> each.isRecord())
        .forEach(each -> {
          int components = each.reflect().getRecordComponents().length;
          if (components > MOST_COMPONENTS) {
            large.put(each.getName().substring("dev.headroom.".length()), components);
          }
        });
    assertThat(large.keySet()).isEqualTo(new TreeSet<>(exceptions("record").keySet()));
  }

  /** The words of a choice are values of a type, which is asked what it stands for. */
  @Test
  void shouldHaveTypesForChoices() {
    List<String> words =
        knobs()
            .filter(knob -> !knob.type().words().isEmpty())
            .filter(knob ->
                knob.type().parser().apply(knob.type().words().getFirst()) instanceof String)
            .map(Knob::name)
            .distinct()
            .sorted()
            .toList();
    assertThat(words).containsExactlyElementsOf(new TreeSet<>(exceptions("choice").keySet()));
  }

  private static Stream<Knob<?>> knobs() {
    return Stream.of(
            Knobs.all().stream(),
            Workloads.all().stream().flatMap(each -> each.parameters().stream()),
            Topologies.all().stream().flatMap(each -> each.parameters().stream()))
        .flatMap(knobs -> knobs);
  }

  @Test
  void shouldCompareNoWordsOfChoices() throws IOException {
    assertThat(Sources.with(COMPARED)).isEmpty();
  }

  /** A default is the setting's, not that of a second place. */
  @Test
  void shouldTakeDefaultsOfControlsFromTheirSettings() throws IOException {
    assertThat(Sources.with(DEFAULTS))
        .containsExactlyElementsOf(new TreeSet<>(exceptions("default").keySet()));
  }

  /** What is excused of a kind, with the reason. */
  private static Map<String, String> exceptions(String kind) {
    try (var table = DeclaredOnceTest.class.getResourceAsStream("exceptions.tsv")) {
      return new String(table.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t"))
          .filter(cells -> cells[0].equals(kind))
          .collect(Collectors.toMap(cells -> cells[1], cells -> cells[2]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
