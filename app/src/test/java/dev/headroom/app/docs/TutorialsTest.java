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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tutorials that do what they say: a {@link TutorialReader} writes the files of the page, runs its
 * commands in a folder that was empty, and everything that the page shows is printed there, line by
 * line and in that order. A line of {@code …} stands for lines that the page leaves out. Where it
 * leaves out none, {@code -Dheadroom.golden=update} writes the text anew.
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
  @ValueSource(strings = {"slow-job", "congestion-controls", "new-cluster"})
  void shouldPrintWhatItShows(String name) throws Exception {
    follow(PAGES.resolve(name + ".md"), false);
  }

  @Tag("whole")
  @ParameterizedTest
  @ValueSource(strings = "slow-job")
  void shouldPrintWhatItShowsAfterLongSteps(String name) throws Exception {
    follow(PAGES.resolve(name + ".md"), true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"slow-job", "congestion-controls", "new-cluster"})
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
    String rest = "\n" + printed + "\n";
    String[] parts = ("\n" + shown + "\n").split("(?<=\n)" + LEFT_OUT + "(?=\n)", -1);
    for (int i = 0; i < parts.length; i++) {
      boolean last = i == parts.length - 1;
      int at =
          last && i > 0 && rest.endsWith(parts[i])
              ? rest.length() - parts[i].length()
              : rest.indexOf(parts[i]);
      if (at < 0 || (i == 0 && at > 0) || (last && at + parts[i].length() < rest.length())) {
        return List.of(parts[i].strip());
      }
      // The end of a line is the beginning of the next.
      rest = rest.substring(at + parts[i].length() - 1);
    }
    return List.of();
  }
}
