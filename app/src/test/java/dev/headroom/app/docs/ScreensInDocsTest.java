package dev.headroom.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Screens that the docs show are those that the program prints. {@code -Dheadroom.golden=update}
 * writes the new screen in their place.
 */
final class ScreensInDocsTest {
  @TempDir private static Path folder;

  @Test
  void theReadmeShowsTheScreenOfARunAsItPrints() throws IOException {
    String example = DocsPages.ROOT.resolve("examples/websearch-leaf-spine.yaml").toString();
    String to = folder.resolve("screen").toString();
    String screen = screen("sim", example, "--no-report", "--out", to);
    assertShown(
        screen.substring(0, screen.indexOf("- run ---")).stripTrailing(),
        DocsPages.ROOT.resolve("README.md"),
        "## The screen of a run");
  }

  @Test
  void thePageOfCommandsShowsTheScreenOfGapAsItPrints() throws IOException {
    assertShown(
        screen("gap", DocsPages.ROOT.resolve("examples/slow-job").toString()).stripTrailing(),
        DocsPages.ROOT.resolve("docs/commands.md"),
        "## gap");
  }

  private static String screen(String... command) {
    StringWriter out = new StringWriter();
    Headroom.run(new PrintWriter(out), new PrintWriter(new StringWriter()), command);
    return out.toString();
  }

  /** The first block of text below a heading is this screen. */
  private static void assertShown(String screen, Path page, String heading) throws IOException {
    String text = Files.readString(page);
    int from = text.indexOf("\n" + heading + "\n");
    assertThat(from).as(heading).isNotNegative();
    Matcher block = Pattern.compile("(?s)```text\\n(.*?)\\n```").matcher(text);
    assertThat(block.find(from)).as("a block of text below " + heading).isTrue();
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(
          page, text.substring(0, block.start(1)) + screen + text.substring(block.end(1)));
    } else {
      assertThat(block.group(1)).isEqualTo(screen);
    }
  }
}
