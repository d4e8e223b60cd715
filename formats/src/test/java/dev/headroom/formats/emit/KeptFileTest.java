package dev.headroom.formats.emit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a device that plans replace one after the other. */
final class KeptFileTest {
  @TempDir private Path folder;

  private void sh(String... commands) throws IOException, InterruptedException {
    String all = "set -eu\n" + String.join("\n", commands);
    assertThat(new ProcessBuilder("sh", "-c", all).inheritIO().start().waitFor()).isZero();
  }

  private static String write(String text, Path to) {
    return "echo " + text + " > " + to;
  }

  @Test
  void shouldPutBackWhatEachPlanFound() throws Exception {
    Path file = folder.resolve("nccl.conf");
    KeptFile first = new KeptFile(file.toString(), "A=1");
    KeptFile second = new KeptFile(file.toString(), "B=2");
    sh(first.keep(), write("one", file), second.keep(), write("two", file));
    sh(second.keep(), write("two", file));

    sh(second.restore());
    assertThat(file).hasContent("one");
    sh(first.restore());
    assertThat(file).doesNotExist();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldLeaveAFileThatWasNotReplaced() throws Exception {
    Path file = Files.writeString(folder.resolve("irdma.conf"), "options irdma roce_ena=1\n");
    sh(new KeptFile(file.toString(), "x").restore("exit 9"));
    assertThat(file).hasContent("options irdma roce_ena=1");
  }

  /** A plan that is undone out of order would take away what a later one wrote. */
  @Test
  void shouldRefuseToPutBackAFileThatChangedSince() throws Exception {
    Path file = folder.resolve("nccl.conf");
    KeptFile first = new KeptFile(file.toString(), "A=1");
    KeptFile second = new KeptFile(file.toString(), "B=2");
    sh(first.keep(), write("one", file), first.note());
    sh(second.keep(), write("two", file), second.note());

    assertThat(said(first.restore()))
        .startsWith("1: " + file + " has changed since this step: undo first what changed it")
        .contains("or delete " + file + ".before-");
    assertThat(file).hasContent("two");
    sh(second.restore(), first.restore());
    assertThat(folder).isEmptyDirectory();
  }

  private static String said(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", "set -eu\n" + command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + ": " + output;
  }
}
