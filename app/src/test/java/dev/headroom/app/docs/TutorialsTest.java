package dev.headroom.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.docs.Tutorial.Command;
import dev.headroom.app.docs.Tutorial.Shown;
import dev.headroom.app.docs.Tutorial.Step;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tutorials that do what they say: a {@link TutorialReader} writes the files of the page, runs its
 * commands in a folder that was empty, and everything that the page shows is printed there, line by
 * line and in that order. A line of {@code …} stands for lines that the page leaves out, and {@code
 * …} at the end of a line for the rest of that line. Where the page leaves out nothing, {@code
 * -Dheadroom.golden=update} writes the text anew.
 *
 * <p>{@code docs/images/tutorials/make} makes the pictures.
 */
final class TutorialsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PAGES = ROOT.resolve("docs/tutorials");
  private static final String LEFT_OUT = "…";
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"slow-job", "congestion-controls", "new-cluster", "improve"})
  void shouldPrintWhatItShows(String name) throws Exception {
    follow(PAGES.resolve(name + ".md"), false);
  }

  @Tag("whole")
  @ParameterizedTest
  @ValueSource(strings = {"slow-job", "improve"})
  void shouldPrintWhatItShowsAfterLongSteps(String name) throws Exception {
    follow(PAGES.resolve(name + ".md"), true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"slow-job", "congestion-controls", "new-cluster", "improve"})
  void shouldLinkToPagesThatThereAre(String name) throws IOException {
    String page = Files.readString(PAGES.resolve(name + ".md"));
    List<String> links = LINK.matcher(page).results().map(link -> link.group(1)).toList();
    assertThat(links).hasSizeGreaterThan(3);
    assertThat(links).allSatisfy(link -> assertThat(PAGES.resolve(link)).exists());
  }

  @Test
  void shouldMissALineThatIsNotPrinted() {
    String printed = "one\ntwo\nthree\nfour";
    assertThat(missing("one\n…\nthree\n…", printed)).isEmpty();
    assertThat(missing("one\n…\nfour", printed)).isEmpty();
    assertThat(missing(printed, printed)).isEmpty();
    assertThat(missing("one\nthree\n…", printed)).contains("one\nthree");
    assertThat(missing("two\n…", printed)).contains("two");
    assertThat(missing("…\nthree", printed)).contains("three");
    assertThat(missing("…\nthree\n…\ntwo\n…", printed)).contains("two");
    assertThat(missing("…\nthr\n…", printed)).contains("thr");
    assertThat(missing("one two …\n…\nthree …", "one two three\n2\nthree four")).isEmpty();
    assertThat(missing("one two …\n…\nfour …", "one two three\n2\nthree four")).contains("four …");
    assertThat(missing("one three …\n…", "one two three\n2")).contains("one three …");
  }

  private void follow(Path page, boolean longSteps) throws Exception {
    Path printed = Files.createDirectory(folder.resolve("printed"));
    Path reader = Files.createDirectory(folder.resolve("reader"));
    read(page, printed, reader, longSteps);
    Tutorial tutorial = Tutorial.read(page);
    List<Step> steps = tutorial.steps();
    assertThat(steps).hasSizeGreaterThan(10);
    String text = tutorial.page();
    List<String> wrong = new ArrayList<>();
    for (int i = steps.size() - 1; i >= 0; i--) {
      if (steps.get(i) instanceof Command command && (longSteps || !command.takesLong())) {
        int code = Integer.parseInt(Files.readString(printed.resolve(i + ".code")));
        String err = Files.readString(printed.resolve(i + ".err"));
        assertThat(code).as(command + "\n" + err).isIn(ExitCodes.CLEAN, ExitCodes.FINDINGS);
      } else if (steps.get(i) instanceof Shown shown && (longSteps || !shown.takesLong())) {
        Path from =
            shown.file().isEmpty() ? printed.resolve(i - 1 + ".out") : reader.resolve(shown.file());
        String all = Files.readString(from).stripTrailing();
        if (update() && !shown.text().contains(LEFT_OUT)) {
          int to = shown.from() + shown.text().length();
          text = text.substring(0, shown.from()) + all + text.substring(to);
        } else {
          missing(shown.text(), all).forEach(each -> wrong.add(each + "\n-- not in --\n" + all));
        }
      }
    }
    if (update()) {
      Files.writeString(page, text);
    }
    assertThat(wrong).isEmpty();
  }

  private static boolean update() {
    return "update".equals(System.getProperty("headroom.golden"));
  }

  /** Starts a Java in a folder of its own, as no Java changes its folder. */
  private void read(Path page, Path printed, Path reader, boolean longSteps) throws Exception {
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=" + (longSteps ? 4 : 1),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                TutorialReader.class.getName(),
                page.toString(),
                printed.toString(),
                String.valueOf(longSteps))
            .directory(reader.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
  }

  /** The first lines on a page that are not printed where they should be; empty if all are. */
  private static List<String> missing(String shown, String printed) {
    List<String> rest = printed.lines().toList();
    List<List<String>> parts = parts(shown);
    for (int i = 0; i < parts.size(); i++) {
      List<String> part = parts.get(i);
      boolean first = i == 0;
      boolean last = i == parts.size() - 1;
      int at = last && !first ? rest.size() - part.size() : find(part, rest);
      boolean there = at >= 0 && isAt(part, rest, at);
      if (!there || (first && at > 0) || (last && at + part.size() < rest.size())) {
        return List.of(String.join("\n", part));
      }
      rest = rest.subList(at + part.size(), rest.size());
    }
    return List.of();
  }

  /** The lines before, between and behind those that stand for lines that the page leaves out. */
  private static List<List<String>> parts(String shown) {
    List<List<String>> parts = new ArrayList<>(List.of(new ArrayList<>()));
    shown
        .lines()
        .forEach(line -> {
          if (line.equals(LEFT_OUT)) {
            parts.add(new ArrayList<>());
          } else {
            parts.getLast().add(line);
          }
        });
    return parts;
  }

  private static int find(List<String> part, List<String> lines) {
    return IntStream.rangeClosed(0, lines.size() - part.size())
        .filter(at -> isAt(part, lines, at))
        .findFirst()
        .orElse(-1);
  }

  private static boolean isAt(List<String> part, List<String> lines, int at) {
    return IntStream.range(0, part.size()).allMatch(i -> shows(part.get(i), lines.get(at + i)));
  }

  private static boolean shows(String shown, String line) {
    return shown.endsWith(" " + LEFT_OUT)
        ? line.startsWith(shown.substring(0, shown.length() - LEFT_OUT.length()))
        : line.equals(shown);
  }
}
