package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the program are those of the checkout. */
final class ExamplesCommandTest {
  private static final Path EXAMPLES = Path.of("../examples");

  @TempDir private Path temporary;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldListEachWithItsFirstSentence() {
    assertThat(run("examples")).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "incast-16.yaml Sixteen hosts send 1 MB each to a seventeenth at the same moment",
            "controls/Halving.java",
            "watch/node-condition.sh Kubernetes: sets the condition",
            "claims/");
  }

  @Test
  void shouldListThemAsJson() {
    assertThat(run("examples", "--json")).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString()).contains("\"path\": \"allreduce-64.yaml\"");
  }

  @Test
  void shouldCopyAll() throws IOException {
    Path to = temporary.resolve("a/b");
    assertThat(run("examples", "--copy", to.toString())).isEqualTo(ExitCodes.CLEAN);
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      assertThat(files.filter(Files::isRegularFile))
          .isNotEmpty()
          .allSatisfy(file ->
              assertThat(to.resolve(EXAMPLES.relativize(file))).hasSameBinaryContentAs(file));
    }
    assertThat(out.toString()).contains("headroom sim " + to.resolve("incast-16.yaml"));
  }

  /** A second time nothing is written, and a file that the user changed stays. */
  @Test
  void shouldKeepWhatIsThere() throws IOException {
    run("examples", "--copy", temporary.toString());
    Path changed = temporary.resolve("pair.yaml");
    Files.writeString(changed, "mine");
    Files.delete(temporary.resolve("storm.yaml"));

    assertThat(run("examples", "--copy", temporary.toString())).isEqualTo(ExitCodes.CLEAN);

    assertThat(changed).hasContent("mine");
    assertThat(temporary.resolve("storm.yaml")).isNotEmptyFile();
    assertThat(out.toString()).contains("1 of ", "kept " + changed);
  }

  /** A link of the user's may lead to something that is not there. */
  @Test
  void shouldKeepALinkToNothing() throws IOException {
    Path folder = temporary.resolve("my examples");
    Path gone = temporary.resolve("gone");
    Files.createDirectories(folder);
    Path file = Files.createSymbolicLink(folder.resolve("pair.yaml"), gone);
    Path below = Files.createSymbolicLink(folder.resolve("controls"), gone);

    assertThat(run("examples", "--copy", folder.toString())).isEqualTo(ExitCodes.CLEAN);

    assertThat(gone).doesNotExist();
    assertThat(folder.resolve("storm.yaml")).isNotEmptyFile();
    assertThat(out.toString())
        .contains("kept " + file, "kept " + below.resolve("Halving.java"))
        .contains("try: headroom sim '" + folder.resolve("incast-16.yaml") + "'");
    Path link = Files.createSymbolicLink(temporary.resolve("link"), gone);
    assertThat(run("examples", "--copy", link.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(link + ": this is a link to a missing folder");
  }

  @Test
  void shouldNotTakeAFileForAFolder() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");
    assertThat(run("examples", "--copy", file.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("this is a file; give a folder");
  }

  private int run(String... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), words);
  }
}
