package dev.headroom.formats.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.read.SourceReading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each parser alone for a while: what its sample turns into by change upon change, from a seed. A
 * text that makes the parser say something it has not said before is changed further, so that the
 * search goes where the parser's branches are.
 *
 * <p>Ten seconds of processor time a parser with {@code -Pfuzz}; {@code
 * -Dheadroom.fuzz.parser.ms=600000} runs ten minutes each, {@code -Dheadroom.fuzz.only=} some of
 * them, {@code -Dheadroom.seed=} another way, {@code -Dheadroom.fuzz.ledger=} whichever way comes
 * after those of the {@link Ledger}, beginning with the parser that had least.
 */
@Tag("fuzz")
final class FuzzTest {
  private static final long SEED = Long.getLong("headroom.seed", 20261121);
  private static final Duration EACH =
      Duration.ofMillis(Long.getLong("headroom.fuzz.parser.ms", 10_000));

  /** Which samples, as a regular expression over {@code kind=name}. */
  private static final String ONLY = System.getProperty("headroom.fuzz.only", ".*");

  /** Texts that are changed further; the eldest gives way. */
  private static final int KEPT = 200;

  /** Changes make texts longer, and long ones are slow: no longer than this, bytes. */
  private static final int LONGEST = 1 << 16;

  /** For one text, of processor time; by the clock it may be this busy machine that is slow. */
  private static final Duration LONG = Duration.ofSeconds(10);

  static Stream<Sample> samples() throws IOException {
    Map<String, Duration> had = Ledger.asAsked().had();
    return Sample.all().stream()
        .filter(sample -> sample.title().matches(ONLY))
        .sorted(Comparator.comparing(sample -> had.getOrDefault(sample.title(), Duration.ZERO)));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldSurviveWhatItsSampleTurnsInto(Sample sample) throws IOException {
    Ledger ledger = Ledger.asAsked();
    long seed = ledger.seed(sample.title(), SEED);
    Random random = new Random(seed ^ sample.name().hashCode());
    List<byte[]> texts = new ArrayList<>();
    texts.add(sample.text().getBytes(StandardCharsets.UTF_8));
    Set<Integer> said = new HashSet<>();
    Duration end = used().plus(EACH);
    long runs = 0;
    while (used().compareTo(end) < 0) {
      byte[] changed = Mutations.anywhere(texts.get(random.nextInt(texts.size())), random);
      String where = "seed %d, run %d of %s".formatted(seed, runs++, sample.title());
      Duration before = used();
      SourceReading reading =
          assertTimeoutPreemptively(
              LONG.multipliedBy(10),
              () ->
                  FormatCatalogue.reader()
                      .read(FactSource.of(sample.name()), new ByteArrayInputStream(changed)),
              where);
      assertThat(used().minus(before)).as(where).isLessThan(LONG);
      assertThat(reading.notes()).as(where).noneMatch(note -> note.contains("fault"));
      if (isNews(reading, said) && changed.length <= LONGEST) {
        texts.add(changed);
        if (texts.size() > KEPT) {
          texts.remove(1);
        }
      }
    }
    assertThat(runs).isPositive();
    ledger.add(sample.title(), seed, runs, EACH);
    System.out.printf(
        "%s: seed %d, %d runs, %d sorts of facts%n", sample.title(), seed, runs, said.size());
  }

  /** Processor time, so that a busy machine searches as much as a quiet one. */
  private static Duration used() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  /** Whether a fact or note is of a sort that no reading before it gave; sorts by their hash. */
  private static boolean isNews(SourceReading reading, Set<Integer> said) {
    boolean news = false;
    for (Fact fact : reading.facts()) {
      String sort = fact.subject().kind() + " " + fact.key().replaceAll("[0-9]+", "0");
      news |= said.add(sort.hashCode());
    }
    for (String note : reading.notes()) {
      news |= said.add(note.replaceAll("[0-9]+", "0").hashCode());
    }
    return news && said.size() < 100_000;
  }
}
