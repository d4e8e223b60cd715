package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Excerpts of public threads, as people paste them: what the thread ended in is named, and nothing
 * else. Each file is called after its thread.
 */
final class ThreadsTest {
  private static final Path FOLDER = Path.of("src/test/resources/dev/headroom/audit/threads");

  @ParameterizedTest
  @CsvFileSource(files = "src/test/resources/dev/headroom/audit/threads.tsv", delimiter = '\t')
  void shouldNameWhatTheThreadEndedIn(String thread, String rules) throws IOException {
    String text = Files.readString(FOLDER.resolve(thread + ".txt"));
    Set<String> expected =
        Stream.of(rules.split(" "))
            .filter(rule -> !rule.equals("none"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(found(thread, text)).isEqualTo(expected);
  }

  @Test
  void shouldExpectSomethingOfEachExcerpt() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String row : Files.readAllLines(FOLDER.resolveSibling("threads.tsv"))) {
      named.add(row.split("\t")[0] + ".txt");
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(named);
    }
  }

  private static Set<String> found(String name, String text) throws IOException {
    List<HostFacts> hosts =
        new HostsReader(FormatCatalogue.reader())
            .read(SourceStream.of(List.of(MachineSource.of("", name + ".txt", text))));
    assertThat(hosts).isNotEmpty();
    return Healthy.findings(hosts).stream()
        .map(Finding::rule)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
