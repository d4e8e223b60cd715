package dev.headroom.formats.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.read.SourceReading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an enemy or a broken disk hands in: a line that says so, in bounded time and memory. */
final class HostileInputTest {
  private static final long SEED = Long.getLong("headroom.seed", 20261121);

  /** Of all samples together, in a test run; docs/formats.md tells of a longer one. */
  private static final Duration FUZZING = Duration.ofMillis(Long.getLong("headroom.fuzz.ms", 1500));

  @Test
  void shouldCutALineOfAGigabyte() {
    SourceReading reading = read(new Endless("GPU0 X PIX 0x12 {[<", 1L << 30));

    assertThat(reading.notes())
        .anyMatch(note -> note.contains("lines of more than"))
        .anyMatch(note -> note.contains("the rest was not read"));
  }

  @Test
  void shouldStopReadingEndlessLines() {
    SourceReading reading = read(new Endless("mlx5_0 state ACTIVE 12\n", 1L << 30));

    assertThat(reading.notes()).anyMatch(note -> note.contains("the rest was not read"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
  void shouldRefuseDeepJson(String opening) {
    SourceReading reading = read(opening.repeat(10_000));

    assertThat(reading.notes()).hasSize(1);
    assertThat(reading.notes().getFirst()).startsWith("line 1: JSON: ");
  }

  @Test
  void shouldRefuseDeepXml() {
    SourceReading reading =
        read("<system version=\"1\">\n" + "<pci busid=\"0000:01:00.0\">\n".repeat(10_000));

    assertThat(reading.notes()).containsExactly("line 81: XML is nested deeper than 80");
  }

  @Test
  void shouldNeitherDeclareNorFetchEntities() {
    SourceReading declared =
        read(
            """
            <?xml version="1.0"?>
            <!DOCTYPE system [ <!ENTITY x SYSTEM "file:///etc/passwd"> ]>
            <system version="1"><cpu numaid="&x;"/></system>
            """);
    SourceReading laughing =
        read(
            """
            <?xml version="1.0"?>
            <!DOCTYPE topology [
              <!ENTITY a "aaaaaaaaaa">
              <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            ]>
            <topology version="3.0"><object type="&b;"/></topology>
            """);

    assertThat(declared.notes())
        .containsExactly("line 1: XML with entity declarations is not supported");
    assertThat(laughing.notes())
        .containsExactly("line 1: XML with entity declarations is not supported");
    assertThat(declared.facts()).noneMatch(fact -> fact.value().contains("root:"));
  }

  @Test
  void shouldSayWhereXmlBreaksOff() {
    SourceReading reading =
        read("<system version=\"1\">\n<cpu numaid=\"0\">\n<pci busid=\"0000:01:00.0\"");

    assertThat(reading.notes()).containsExactly("line 3: XML ends or is malformed here");
    assertThat(reading.facts()).isNotEmpty();
  }

  /** Each part's name stands in the keys of all that is in it: megabytes would become gigabytes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "interface Ethernet1/",
        "apiVersion: v1\n%skind:",
        "==============NVSMI LOG==============\n%sPart",
        "GPU: 0\n    ASIC:\n%sA:",
        "- set:\n    a:\n%sa:"
      })
  void shouldRefusePartsWithoutEnd(String first) {
    StringBuilder text = new StringBuilder(first.replace("%s", "    ")).append('\n');
    String end = first.contains("NVSMI") ? "\n" : ":\n";
    for (int i = 5; i < 600; i++) {
      text.append(" ".repeat(i)).append("A".repeat(180)).append(end);
    }

    SourceReading reading = read(text.toString());

    assertThat(reading.notes()).anyMatch(note -> note.contains("is nested too deeply"));
    assertThat(reading.statements().estimatedBytes()).isLessThan(10L * text.length());
  }

  @Test
  void shouldRefuseNamesWithoutEndInJson() {
    assertThat(read("{\"" + "n".repeat(2000) + "\": 1}").notes())
        .singleElement()
        .asString()
        .startsWith("line 1: JSON: ");
  }

  @Test
  void shouldReadATableOfAnyWidth() {
    String row = "1,".repeat(4000) + "1\n";

    assertThat(read(row + row).facts()).hasSizeGreaterThan(4000);
  }

  @Test
  void shouldLeaveNoiseAlone() {
    byte[] noise = new byte[1 << 20];
    new Random(SEED).nextBytes(noise);

    assertThat(read(new ByteArrayInputStream(noise)).notes()).containsExactly("is not text");
  }

  @Test
  void shouldKeepNoControlCharactersInEvidence() {
    SourceReading reading =
        read(
            "# ethtool\nSettings for eth0:\n\tSpeed: \u001b[31m100\u0007Mb/s\u001b]0;title\u0007\u009b\n");

    assertThat(reading.facts())
        .allSatisfy(fact -> {
          assertThat(fact.value()).doesNotContainPattern("[\\p{Cntrl}&&[^\t]]");
          assertThat(fact.evidence().text()).doesNotContainPattern("[\\p{Cntrl}&&[^\t]]");
        });
  }

  /** Lines on which a pattern that backtracks would run for years. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a ",
        "a: ",
        "- ",
        "[1] ",
        "{\"a\": ",
        "<a ",
        "GPU0 ",
        "X ",
        "1 ",
        "0x1 ",
        "a-b_c ",
        "# ",
        "mlx5_0 ",
        "ff:",
        "a=b ",
        "|",
        "+-00.0 ",
        "CPU0 ",
        "N/A ",
        "rx_a: 1 ",
        "=",
        "= ",
        "GPU[0] : ",
        "prio-pfc 0:on ",
        "0000:05:00.0 ",
        "random-detect ",
        "'",
        "\"",
        " ",
        "\t",
        ",",
        "1,",
        "a/",
        "--"
      })
  void shouldBeDoneWithAnyLineSoon(String piece) {
    StringBuilder text = new StringBuilder();
    for (String first : new String[] {"", " ", "# ", "\t", "GPU0\t", "00:00.0 ", "* "}) {
      text.append(first).append(piece.repeat(20_000 / piece.length())).append("!\n");
    }

    assertTimeoutPreemptively(Duration.ofSeconds(5), () -> read(text.toString()));
  }

  @Test
  void shouldSurviveChangedSamplesOfEveryKind() throws IOException {
    Random random = new Random(SEED);
    long end = System.nanoTime() + FUZZING.toNanos();
    do {
      for (Sample sample : Sample.all()) {
        byte[] changed = Mutations.anywhere(sample.text().getBytes(StandardCharsets.UTF_8), random);
        SourceReading reading =
            assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () ->
                    FormatCatalogue.reader()
                        .read(FactSource.of(sample.name()), new ByteArrayInputStream(changed)),
                () -> "seed " + SEED + ", a change of " + sample.name());
        assertThat(reading.notes())
            .as("seed %s, a change of %s", SEED, sample.name())
            .noneMatch(note -> note.contains("fault"));
      }
    } while (System.nanoTime() < end);
  }

  private static SourceReading read(String text) {
    return read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static SourceReading read(InputStream in) {
    try {
      return FormatCatalogue.reader().read(FactSource.of("hostile"), in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The same words again and again. */
  private static final class Endless extends InputStream {
    private final byte[] words;
    private long left;
    private int at;

    Endless(String words, long length) {
      this.words = words.getBytes(StandardCharsets.UTF_8);
      this.left = length;
    }

    @Override
    public int read() {
      if (left-- <= 0) {
        return -1;
      }
      at = (at + 1) % words.length;
      return words[at];
    }

    @Override
    public int read(byte[] into, int from, int length) {
      if (left <= 0) {
        return -1;
      }
      int count = (int) Math.min(length, left);
      for (int i = 0; i < count; i++) {
        into[from + i] = (byte) read();
        left++;
      }
      left -= count;
      return count;
    }
  }
}
