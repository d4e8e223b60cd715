package dev.headroom.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProgramFilesTest {
  @TempDir private Path folder;

  @Test
  void shouldSayThatTheProgramIsGone() throws IOException {
    Path jar = Files.createFile(folder.resolve("headroom.jar"));
    assertThat(ProgramFiles.removed(jar)).isEmpty();
    assertThat(ProgramFiles.removed()).isEmpty();
    Files.delete(jar);
    StringWriter err = new StringWriter();
    int code =
        ExitCodes.report(
            new NoClassDefFoundError("x"), new PrintWriter(err), ProgramFiles.removed(jar));
    assertThat(code).isEqualTo(ExitCodes.COULD_NOT_RUN);
    assertThat(err.toString())
        .startsWith("headroom: " + jar + ": the program's own files were removed while it ran")
        .doesNotContain("fault");
  }

  /** A full disk is none of it, whether the program is there or not. */
  @Test
  void shouldKnowWhichFailuresComeOfIt() {
    FileSystemException table = new FileSystemException("flows.parquet");
    assertThat(ProgramFiles.explain(table)).isFalse();
    table.initCause(new SQLException("No suitable driver found for jdbc:duckdb:"));
    assertThat(ProgramFiles.explain(table)).isTrue();
    assertThat(ProgramFiles.explain(new IllegalStateException(new NoClassDefFoundError("x"))))
        .isTrue();
  }

  /** Results come before tables, whatever keeps those from being written. */
  @Test
  void shouldShowWhatIsKeptWhereTablesCannotBeWritten() throws IOException {
    Files.createDirectories(folder.resolve("out/flows.parquet/x"));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] args = {"sim", "../examples/pair.yaml", "--out", folder.resolve("out").toString()};

    assertThat(Headroom.run(new PrintWriter(out), new PrintWriter(err), args))
        .isEqualTo(ExitCodes.COULD_NOT_RUN);

    assertThat(out.toString()).contains("completion", ": results.json; other files may be");
    assertThat(folder.resolve("out/results.json")).exists();
    assertThat(err.toString()).contains("flows.parquet");
  }
}
