package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code examples/verbs/Write.java}, compiled once: two processes, one of which writes to the
 * other's memory.
 */
@Timeout(120)
final class WriteExampleTest {
  private static final String EXAMPLE = "../examples/verbs/Write.java";
  private static final String TARGET = "127.0.0.41";
  private static final String WRITER = "127.0.0.42";

  @TempDir private static Path classes;

  @BeforeAll
  static void compile() {
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", classes.toString(), EXAMPLE);
    assertThat(status).isZero();
  }

  @Test
  void shouldWriteFromOneProcessToAnother() throws Exception {
    assertThat(targetAfter("over the wire")).isEqualTo("somebody wrote: over the wire");
  }

  @Test
  void shouldSayThatTheRoomIsTooSmall() throws Exception {
    assertThat(targetAfter("long ".repeat(20))).isEqualTo("somebody wrote:");
  }

  /** What the target says at last. */
  private static String targetAfter(String text) throws IOException, InterruptedException {
    Process target = start(TARGET);
    try {
      for (int tries = 0; tries < 50 && target.isAlive(); tries++) {
        Process writer = start(WRITER, TARGET, text);
        String said = said(writer);
        if (said.startsWith("it ended with")) {
          assertThat(said).endsWith(text.length() > 64 ? "REMOTE_ACCESS_ERROR" : "SUCCESS");
          break;
        }
        assertThat(said).contains("Connection refused"); // the target is not there yet
      }
      return said(target);
    } finally {
      target.destroyForcibly().waitFor();
    }
  }

  private static String said(Process process) throws IOException, InterruptedException {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text.strip();
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                "Write"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
