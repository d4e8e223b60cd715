package dev.headroom.app.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/gallery.md} is generated from the examples and {@code docs/gallery.tsv}, its pictures
 * by {@code docs/images/make-gallery}. With {@code -Dheadroom.golden=update} all commands run, and
 * the page is written anew. A picture has the digest of its run, so an old one is found.
 */
final class GalleryTest {
  private static final int WIDTH = 760;
  private static final long MOST_BYTES = 120_000;
  private static final long MOST_BYTES_TOGETHER = 3_000_000;

  /** Entries whose runs take less than a tenth of a second of CPU. */
  private static final Set<String> SHORT =
      Set.of(
          "completion-overrun",
          "gloo-pair",
          "graph",
          "head-of-line",
          "incast-16",
          "kv-read-pieces",
          "pair",
          "ring-deadlock",
          "rules",
          "uplinks",
          "verbs");

  @TempDir private Path folder;

  @Test
  void shouldHaveAnEntryForEachExample() throws IOException {
    Set<String> entries = new TreeSet<>();
    for (GalleryEntry entry : GalleryEntry.all()) {
      assertThat(entry.source()).exists();
      entries.add(GalleryEntry.EXAMPLES.relativize(entry.source()).toString());
      assertThat(entry.description()).as(entry.name()).endsWith(".");
    }
    Set<String> folders =
        entries.stream().map(file -> file.replaceFirst("/.*", "/")).collect(Collectors.toSet());
    try (Stream<Path> files = Files.walk(GalleryEntry.EXAMPLES)) {
      assertThat(files.filter(Files::isRegularFile))
          .allSatisfy(file -> {
            String name = GalleryEntry.EXAMPLES.relativize(file).toString();
            boolean isCovered =
                entries.contains(name)
                    || (name.matches(
                            "(burnin|claims|rules|sick-cluster|slow-job|slow-job-hosts)/.*")
                        && folders.contains(name.replaceFirst("/.*", "/")))
                    || name.startsWith("watch/") // scripts that a scheduler calls
                    || name.endsWith(".csv");
            assertThat(isCovered).as("docs/gallery.tsv has " + name).isTrue();
          });
    }
  }

  @Test
  void shouldHaveAPictureForEachEntry() throws IOException {
    Set<Path> wanted = new TreeSet<>();
    long together = 0;
    for (GalleryEntry entry : GalleryEntry.all()) {
      Path file = entry.file();
      assertThat(file).as("run docs/images/make-gallery headroom " + entry.name()).exists();
      assertThat(Files.size(file)).as(entry.name()).isLessThan(MOST_BYTES);
      assertThat(width(file)).as(entry.name()).isEqualTo(WIDTH);
      wanted.add(file);
      together += Files.size(file);
    }
    assertThat(together).isLessThan(MOST_BYTES_TOGETHER);
    try (Stream<Path> files = Files.list(GalleryEntry.PICTURES)) {
      assertThat(files).containsExactlyInAnyOrderElementsOf(wanted);
    }
  }

  private static int width(Path file) throws IOException {
    if (file.toString().endsWith(".png")) {
      return ImageIO.read(file.toFile()).getWidth();
    }
    String root = Files.readString(file).replaceFirst("(?s)>.*", "");
    return Integer.parseInt(root.replaceFirst("(?s).* width=\"(\\d+)\".*", "$1"));
  }

  @Test
  void shouldBeWhatTheExamplesSay() throws IOException {
    List<GalleryEntry> entries = GalleryEntry.all();
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Map<String, String> headlines = new HashMap<>();
      for (GalleryEntry entry : entries) {
        headlines.put(entry.name(), GalleryRun.of(entry, folder).headline());
      }
      Files.writeString(GalleryPage.FILE, GalleryPage.of(entries, headlines));
    }
    assertThat(Files.readString(GalleryPage.FILE))
        .isEqualTo(GalleryPage.of(entries, GalleryPage.headlines()));
  }

  @Test
  void shouldHaveTheHeadlinesOfShortRuns() throws IOException {
    List<GalleryEntry> entries =
        GalleryEntry.all().stream().filter(entry -> SHORT.contains(entry.name())).toList();
    assertThat(entries).hasSameSizeAs(SHORT);
    check(entries);
  }

  @Test
  @Tag("whole")
  void shouldHaveTheHeadlinesOfAllRuns() throws IOException {
    check(GalleryEntry.all());
  }

  private void check(List<GalleryEntry> entries) throws IOException {
    Map<String, String> headlines = GalleryPage.headlines();
    for (GalleryEntry entry : entries) {
      GalleryRun run = GalleryRun.of(entry, folder);
      assertThat(run.headline()).as(entry.name()).isEqualTo(headlines.get(entry.name()));
      if (!run.digest().isEmpty()) {
        assertThat(Files.readString(entry.file()))
            .as("run docs/images/make-gallery headroom " + entry.name())
            .contains("data-digest=\"" + run.digest() + "\"");
      }
    }
  }
}
