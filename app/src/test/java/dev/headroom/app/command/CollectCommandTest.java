package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class CollectCommandTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldSayWhatItTook() throws IOException {
    Path root = folder.resolve("host");
    Path proc = Files.createDirectories(root.resolve("proc"));
    Files.writeString(proc.resolve("version"), "Linux version 6.8\n");
    Path file = folder.resolve("b.tar.gz");

    int code = run("--root", root.toString(), "-o", file.toString(), "--json");

    assertThat(code).as(err.toString()).isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.get("host").asString()).isEqualTo("host");
    assertThat(json.get("files").asInt()).isEqualTo(3);
    assertThat(json.get("commands")).isEmpty();
    assertThat(file).isNotEmptyFile();
  }

  /** A machine without anything is no fault: there is just nothing to take. */
  @Test
  void shouldTakeNothingOfAnEmptyRoot() throws IOException {
    Path root = Files.createDirectory(folder.resolve("empty"));

    assertThat(run("--root", root.toString(), "-o", folder.resolve("b.tar").toString())).isZero();
    assertThat(run("--root", root.toString(), "--dry-run")).isZero();
  }

  @Test
  void shouldPrintAScriptThatNamesItsList() {
    assertThat(run("--print-script")).isZero();
    assertThat(out.toString()).startsWith("#!/bin/sh\n").contains("nvidia-smi topo -m");
    assertThat(run("--print-script", "--sonic")).isZero();
    assertThat(out.toString()).contains("show pfcwd config").doesNotContain("@LIST@");
  }

  @ParameterizedTest
  @CsvSource({
    "--samples, 3, --samples is 3; it must be 1 or 2",
    "--interval, 10, has no unit",
    "--with-fabric, iblinkinf, did you mean 'iblinkinfo'?",
    "--root, /nowhere, --root /nowhere: is not a folder",
    "-o, b.rar, b.rar: the name must end in",
    "-o, /nowhere/b.tar, no folder /nowhere",
  })
  void shouldSayWhatWouldBeRight(String option, String value, String message) {
    assertThat(run(option, value)).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(message);
  }

  @Test
  void shouldNotReplaceAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("b.tar"), "mine");

    assertThat(run("-o", file.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("already exists");
    assertThat(file).hasContent("mine");
  }

  @Test
  void shouldNameMachinesThatDoNotAnswer() throws IOException {
    Path hosts = Files.writeString(folder.resolve("hosts.txt"), "# ours\nx@127.0.0.1:1\n");
    Path known = Files.writeString(folder.resolve("known_hosts"), "");
    Path bundles = folder.resolve("bundles");

    int code =
        run(
            "--hosts",
            hosts.toString(),
            "--known-hosts",
            known.toString(),
            "-o",
            bundles.toString(),
            "--json");

    assertThat(code).as(err.toString()).isEqualTo(ExitCodes.FINDINGS);
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.get("bundles")).isEmpty();
    assertThat(json.get("failed").get(0).get("host").asString()).isEqualTo("x@127.0.0.1:1");
    assertThat(json.get("failed").get(0).get("why").asString()).contains("Connection refused");
  }

  @Test
  void shouldSayWhichLineNamesNoHost() throws IOException {
    Path hosts = Files.writeString(folder.resolve("hosts.txt"), "ok\n-oProxyCommand=x\n");

    assertThat(run("--hosts", hosts.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("hosts.txt: line 2: '-oProxyCommand=x' is not a host");
  }

  private int run(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "collect";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), all);
  }
}
