package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.coverage.DescriptiveFacts;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.fabric.Glob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every fact that readers make of the samples of all formats is read by a rule, or is listed as one
 * that only describes.
 */
final class UnjudgedFactsTest {
  private static final Path SAMPLES =
      Path.of("../formats/src/test/resources/dev/headroom/formats/samples");

  /** A fact of each kind of subject and key that no rule read, with an example. */
  private static final TreeMap<String, Fact> UNREAD = new TreeMap<>();

  @BeforeAll
  static void audit() throws IOException {
    List<HostFacts> hosts = new ArrayList<>(samples());
    Audit audit = new Audit(RuleCatalogue.all());
    hosts.forEach(audit::judge);
    Sicknesses.ofHost().forEach(each -> hosts.addAll(each.audited().hosts()));
    Set<String> read = new TreeSet<>();
    for (HostFacts host : hosts) {
      for (Fact fact : host.facts().all()) {
        if (host.facts().use().isRead(fact)) {
          read.add(name(fact));
        } else {
          UNREAD.putIfAbsent(name(fact), fact);
        }
      }
    }
    UNREAD.keySet().removeAll(read);
  }

  @Test
  void shouldCheckOrListEveryFact() throws IOException {
    List<Predicate<Fact>> gaps = gaps();
    assertThat(UNREAD.values())
        .filteredOn(fact -> !DescriptiveFacts.listed().covers(fact))
        .filteredOn(fact -> gaps.stream().noneMatch(gap -> gap.test(fact)))
        .isEmpty();
  }

  @Test
  void shouldListOnlyGapsThatAreOpen() throws IOException {
    assertThat(gaps()).allMatch(gap -> UNREAD.values().stream().anyMatch(gap));
  }

  private static List<Predicate<Fact>> gaps() throws IOException {
    return Files.readAllLines(Path.of("src/test/resources/facts-without-rule.txt")).stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t"))
        .map(UnjudgedFactsTest::gap)
        .toList();
  }

  private static Predicate<Fact> gap(String[] cells) {
    Predicate<String> keys = Glob.of(cells[1]);
    return fact -> fact.subject().kind().word().equals(cells[0]) && keys.test(fact.key());
  }

  @Test
  void shouldListOnlyFactsThatReadersMake() {
    assertThat(DescriptiveFacts.listed().entries())
        .filteredOn(entry -> UNREAD.values().stream().noneMatch(entry::covers))
        .extracting(entry -> entry.kind() + " " + entry.text())
        .isEmpty();
  }

  private static List<HostFacts> samples() throws IOException {
    try (Stream<Path> files = Files.list(SAMPLES)) {
      List<HostFacts> hosts = new ArrayList<>();
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        String called = name.substring(name.indexOf('=') + 1).replace("__", "/");
        hosts.add(
            HostFacts.of(
                name,
                List.of(
                    FormatCatalogue.reader().read(FactSource.of(called), Files.readString(file)))));
      }
      return hosts;
    }
  }

  /** Kind and key; numbers in keys count lanes, queues and priorities. */
  private static String name(Fact fact) {
    return fact.subject().kind().word() + "\t" + fact.key().replaceAll("\\d+", "N");
  }
}
