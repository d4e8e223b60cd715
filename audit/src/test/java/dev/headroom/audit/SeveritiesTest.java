package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * How bad each rule says it is, by what is wrong: {@code severities.tsv}, in the order of {@link
 * Sicknesses}. {@code -Dheadroom.update=true} writes it anew.
 */
final class SeveritiesTest {
  private static final Path TABLE = Path.of("src/test/resources/severities.tsv");

  @Test
  void shouldBeAsListed() throws IOException {
    List<String> now = Sicknesses.ofHost().stream().map(SeveritiesTest::row).toList();
    if (Boolean.getBoolean("headroom.update")) {
      Files.write(TABLE, now);
    }
    assertThat(now).isEqualTo(Files.readAllLines(TABLE));
  }

  private static String row(Sickness sickness) {
    String severities =
        sickness.findings().stream()
            .filter(finding -> finding.rule().equals(sickness.rule()))
            .map(finding -> finding.severity().toString())
            .distinct()
            .sorted()
            .collect(Collectors.joining(","));
    return sickness.rule() + "\t" + severities + "\t" + sickness.change().replaceAll("\\s+", " ");
  }
}
