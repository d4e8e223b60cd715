package dev.headroom.prove.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.evidence.HostCheck;
import dev.headroom.prove.plan.HostTool;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools that look at a host: recorded outputs, and the script in a real shell. */
final class HostCheckTest {
  @TempDir private Path folder = Path.of("");

  private static String recorded(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(HostCheckTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static HostCheck read(HostTool tool, String text, int status) {
    String printed =
        CheckScript.BEGIN
            + tool.word()
            + "\n"
            + text
            + "\n"
            + CheckScript.END
            + tool.word()
            + " "
            + status
            + "\n";
    return CheckOutput.of(List.of(tool), "node1", printed).getFirst();
  }

  @Test
  void shouldReadTheDiagnosisOfGpus() throws IOException {
    String failed = recorded("dcgmi-failed.txt");
    HostCheck check = read(HostTool.DCGMI, failed, 226);
    assertThat(check.errors())
        .anySatisfy(each -> assertThat(each).startsWith("Persistence Mode").contains("disab"))
        .anySatisfy(each -> assertThat(each).startsWith("Targeted Power of GPU 1"));
    String healed =
        failed.replaceAll("(?m)^.*(Fail|Error  |led\\. |mode to|y running|oot\\.).*\n", "");
    assertThat(read(HostTool.DCGMI, healed, 0).errors()).isEmpty();
    assertThat(read(HostTool.DCGMI, "Error: unable to connect to host engine\n", 255).errors())
        .singleElement()
        .asString()
        .contains("exit code 255", "unable to connect");
  }

  @Test
  void shouldReadTheTestsOfCollectives() throws IOException {
    String well = recorded("nccl-b200.txt");
    HostCheck check = read(HostTool.NCCL, well, 0);
    assertThat(check.errors()).isEmpty();
    assertThat(check.facts()).containsExactly("mean bus bandwidth 397.767 GB/s");
    assertThat(read(HostTool.NCCL, well.replace(" : 0 OK", " : 3 FAILED"), 1).errors())
        .containsExactly("results out of bounds: 3 FAILED");
    assertThat(read(HostTool.NCCL, well, 124).errors()).containsExactly("did not end in time");
    assertThat(read(HostTool.NCCL, "node1: Test NCCL failure common.cu:1005\n", 2).errors())
        .singleElement()
        .asString()
        .contains("nothing that can be read");
  }

  @Test
  void shouldReadTheDiagnosisOfAFabric() throws IOException {
    String clean = recorded("ibdiagnet-clean.txt");
    assertThat(read(HostTool.IBDIAGNET, clean, 0).errors()).isEmpty();
    HostCheck bad =
        read(
            HostTool.IBDIAGNET,
            clean.replace(
                "-I- No illegal PM counters values were found",
                "-W- lid=0x0011 guid=0x1070fd0300abcdef dev=4129 Port=1 symbol_error_counter=12\n"
                    + "-E- Link: S248a070300f02630/P1 is in the wrong speed"),
            1);
    assertThat(bad.errors()).singleElement().asString().contains("wrong speed");
    assertThat(bad.warnings())
        .hasSize(2)
        .anySatisfy(each -> assertThat(each).contains("symbol_error_counter"));
  }

  /** The tools of this machine are hidden: those that the folder has run, others are absent. */
  @Test
  void shouldRunWhatTheHostHasAndTellWhatItHasNot() throws Exception {
    program("nvidia-smi", "echo 'GPU 0: NVIDIA B200'; echo 'GPU 1: NVIDIA B200'");
    program(
        "all_reduce_perf",
        "echo \"@@ end nccl 0\"; echo \"$*\" > '"
            + folder.resolve("words")
            + "'; cat '"
            + Files.writeString(folder.resolve("said"), recorded("nccl-b200.txt"))
            + "'");
    List<HostTool> tools = List.of(HostTool.DCGMI, HostTool.NCCL, HostTool.IBDIAGNET);
    List<HostCheck> checks = CheckOutput.of(tools, "node1", shell(CheckScript.of(tools, "1")));
    assertThat(checks).extracting(HostCheck::tool).containsExactly("dcgmi", "nccl", "ibdiagnet");
    assertThat(checks.getFirst().absent()).isEqualTo("dcgmi is not installed");
    assertThat(checks.get(1).errors()).isEmpty();
    assertThat(checks.get(1).facts()).containsExactly("mean bus bandwidth 397.767 GB/s");
    assertThat(checks.get(2).absent()).contains("no InfiniBand port");
    assertThat(Files.readString(folder.resolve("words"))).contains("-g 2 ").doesNotContain("-J");
  }

  @Test
  @Tag("whole")
  void shouldAuditWhatAHostSends() throws Exception {
    List<HostTool> tools = List.of(HostTool.AUDIT);
    HostCheck check = CheckOutput.of(tools, "node1", shell(CheckScript.of(tools, "1"))).getFirst();
    assertThat(check.absent()).isEmpty();
    assertThat(check.facts()).as(check.toString()).singleElement().asString().endsWith(" rules");
    assertThat(read(HostTool.AUDIT, "", 124).errors())
        .containsExactly("collecting ended with exit code 124");
  }

  private void program(String name, String text) throws IOException {
    Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String shell(String script) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-s").redirectErrorStream(true);
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (old, bin) -> bin + old);
    builder.redirectOutput(folder.resolve("output").toFile());
    Process shell = builder.start();
    try (OutputStream in = shell.getOutputStream()) {
      in.write(script.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(shell.waitFor()).isZero();
    return Files.readString(folder.resolve("output"));
  }
}
