package dev.headroom.collect.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.SourceReading;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LooseFilesTest {
  private static SourceReading reading(int file) {
    return FormatCatalogue.reader()
        .read(
            FactSource.of("f" + file + ".txt"), "net.core.rmem_max = %d\n".formatted(1000 + file));
  }

  private static final long ONE = reading(0).statements().estimatedBytes();

  private static String unread(HostFacts host) {
    return host.readings().stream()
        .filter(reading -> !reading.notes().isEmpty())
        .map(reading -> reading.source().name())
        .collect(Collectors.joining(" "));
  }

  /** Whichever file comes first, it is the later ones that are left out. */
  @ParameterizedTest
  @ValueSource(strings = {"01234", "43210", "30142", "24031"})
  void shouldKeepTheFirstOnesWhicheverIsReadFirst(String order) {
    LooseFiles files = new LooseFiles(3 * ONE + 1);
    order
        .chars()
        .map(c -> c - '0')
        .forEach(file -> files.add(file, Path.of("f" + file + ".txt"), List.of(reading(file))));

    HostFacts host = files.machines().getFirst();

    assertThat(unread(host)).isEqualTo("f3.txt f4.txt");
    assertThat(host.readings().getLast().notes())
        .containsExactly("was not read: the files before it fill the memory limit for one host");
    assertThat(host.sysctl("net.core.rmem_max").get()).isEqualTo("1000");
  }

  @Test
  void shouldKeepAllThatFit() {
    LooseFiles files = new LooseFiles(3 * ONE + 1);
    for (int file = 0; file < 3; file++) {
      files.add(file, Path.of("f" + file + ".txt"), List.of(reading(file)));
    }
    assertThat(unread(files.machines().getFirst())).isEmpty();
  }
}
