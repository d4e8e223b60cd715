package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Presets of a user's own, from the files of the command line. */
final class UserPresetFileTest {
  private static final String SMALL =
      "fabric: {topology: single, hosts: 4}\nworkload: {type: permutation, size: 10KB}\n";

  @TempDir private Path folder;

  private String out = "";
  private String err = "";
  private String scenario = "";

  private int run(String... args) {
    StringWriter stdout = new StringWriter();
    StringWriter stderr = new StringWriter();
    int code = Headroom.run(new PrintWriter(stdout), new PrintWriter(stderr), args);
    out = stdout.toString();
    err = stderr.toString();
    return code;
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @BeforeEach
  void small() throws IOException {
    scenario = write("s.yaml", SMALL);
  }

  @Test
  void shouldBeReadBesideTheScenario() throws IOException {
    write("Lab.yaml", "transport: {mtu: 1024}\n");
    for (String set : new String[] {"preset=file:Lab.yaml", "transport.preset=file:Lab.yaml"}) {
      Path results = folder.resolve(set.substring(0, set.indexOf('=')));
      assertThat(run("sim", scenario, "--set", set, "--out", results.toString(), "--no-report"))
          .as(err)
          .isZero();
      assertThat(Files.readString(results.resolve("scenario.yaml")))
          .contains("  mtu: 1024\n")
          .doesNotContain("Lab.yaml");
    }
  }

  @Test
  void shouldBeComparedWithOurs() throws IOException {
    write("Lab.yaml", "congestion: {algorithm: none}\n");
    assertThat(run("compare", scenario, "--vary", "congestion=paper,file:Lab.yaml"))
        .as(err)
        .isZero();
    assertThat(out).contains("congestion=paper", "congestion=file:Lab.yaml");
  }

  @Test
  void shouldBeToldWithItsLine() throws IOException {
    write("lab.yaml", "congestion:\n  kmim: 5KB\n");
    assertThat(run("check", scenario, "--set", "preset=file:lab.yaml"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err)
        .contains("lab.yaml:2:3: congestion.kmim: there is no such key; did you mean 'kmin'?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:none.yaml", "file:", "file:latin.yaml", "file:.", "file:\0"})
  void shouldRefuseWhatIsNoSuchFile(String name) throws IOException {
    Files.write(folder.resolve("latin.yaml"), new byte[] {(byte) 0xe4, '\n'});
    assertThat(run("check", scenario, "--set", "preset=" + name)).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err).doesNotContain("Exception", "a bug in Headroom");
  }

  @Test
  void shouldSetDcqcnsCalculator() throws IOException {
    String[] paper = dcqcn("paper");
    assertThat(run(paper)).isZero();
    String expected = out;
    String copy =
        write(
            "copy.yaml",
            Files.readString(
                Path.of(
                    "../model/src/main/resources/dev/headroom/model/scenario/presets/paper.yaml")));
    assertThat(run(dcqcn("file:" + copy))).as(err).isZero();
    assertThat(out.replace("file:" + copy, "paper")).isEqualTo(expected);
    String vendor = write("vendor.yaml", "congestion: {form: vendor}\n");
    assertThat(run(dcqcn("file:" + vendor))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err).contains("a file that sets congestion.form to paper");
    String wrong = write("wrong.yaml", "congestion:\n  g: 7\n");
    assertThat(run(dcqcn("file:" + wrong))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err).contains("wrong.yaml:2:6: congestion.g: 7.0 is outside");
    assertThat(run(dcqcn("file:none.yaml"))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err).contains("--preset file:none.yaml", "there is no file 'none.yaml'");
  }

  private static String[] dcqcn(String preset) {
    return new String[] {
      "calc", "dcqcn", "--rate", "40Gbps", "--flows", "10", "--preset", preset, "--json"
    };
  }
}
