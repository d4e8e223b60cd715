package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JDK with no more modules than the one that jlink makes for the guests of the lab. */
final class CutDownJdkTest {
  private static final Path LAB = Path.of("../wire/src/test/lab/lab.sh");

  @TempDir private Path temporary;

  @Test
  void shouldSayWhatIsWrongThere() throws Exception {
    Process process = headroom("perf", "write_bw", "--bind", "127.0.0.1", "--device", "native");

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(temporary.resolve("err")))
        .contains("no RDMA device")
        .doesNotContain("fault", "java");
    assertThat(process.exitValue()).isEqualTo(ExitCodes.COULD_NOT_RUN);
  }

  private Process headroom(String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                modules(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.headroom.app.Headroom"));
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .redirectOutput(temporary.resolve("out").toFile())
        .redirectError(temporary.resolve("err").toFile())
        .start();
  }

  private static String modules() throws IOException {
    Matcher modules = Pattern.compile("--add-modules (\\S+)").matcher(Files.readString(LAB));
    assertThat(modules.find()).isTrue();
    return modules.group(1);
  }
}
