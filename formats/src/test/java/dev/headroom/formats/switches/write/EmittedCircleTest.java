package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random policies, written in every language, laid over a configuration or written from nothing,
 * and read back by this program's own readers: each knob has the wanted value, on the device's
 * grid.
 */
final class EmittedCircleTest {
  private static final int FEW = 20;
  private static final int MANY = 300;

  static Stream<String> languages() {
    return SwitchVendors.writers().stream().map(SwitchWriter::word);
  }

  static SwitchWriter writer(String word) {
    return SwitchVendors.writers().stream()
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow();
  }

  static String configuration(String language) {
    for (String end : new String[] {".json", ".txt"}) {
      try (InputStream in = EmittedCircleTest.class.getResourceAsStream(language + end)) {
        if (in != null) {
          return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw new AssertionError("no configuration of " + language);
  }

  /** Policies in turn against a configuration and from nothing; the knobs that were written. */
  private static Set<String> check(String language, int from, int to) {
    String before = configuration(language);
    Set<String> written = new TreeSet<>();
    for (int seed = from; seed < to; seed++) {
      new EmittedCircle(writer(language), seed % 2 == 0 ? before : "", RandomPolicies.of(seed))
          .check().changes().stream()
              .filter(change -> !change.isRefused())
              .map(DeviceChange::knob)
              .forEach(written::add);
    }
    return written;
  }

  /** Each knob of a language's table is written by some policy: none is refused each time. */
  @ParameterizedTest
  @MethodSource("languages")
  void shouldReadBackWhatItWrites(String language) {
    assertThat(check(language, 0, FEW))
        .containsAll(
            writer(language).values().stream().map(value -> value.setting().knob()).toList());
  }

  @Tag("whole")
  @ParameterizedTest
  @MethodSource("languages")
  void shouldReadBackManyPolicies(String language) {
    assertThat(check(language, FEW, MANY)).isNotEmpty();
  }

  /** A class has PFC until the step that ends it, whatever becomes of its DSCPs. */
  @ParameterizedTest
  @MethodSource("languages")
  void shouldKeepPausesUntilTheirStep(String language) {
    String before = configuration(language);
    for (int seed = 0; seed < FEW / 4; seed++) {
      new EmittedCircle(writer(language), before, RandomPolicies.of(seed)).checkPausesInBetween();
    }
  }

  /** A configuration that has all values stays as it is. */
  @ParameterizedTest
  @MethodSource("languages")
  void shouldWriteNothingWhereNothingChanges(String language) {
    EmittedCircle circle =
        new EmittedCircle(writer(language), configuration(language), RandomPolicies.of(1));
    EmittedCircle again = new EmittedCircle(writer(language), circle.after(), circle.wanted());
    assertThat(again.emission().isEmpty()).isTrue();
    assertThat(again.after()).isEqualTo(circle.after());
  }
}
