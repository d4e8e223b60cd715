package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher in a checkout of its own, with a Maven and a JDK that only play their parts. */
@EnabledOnOs(OS.LINUX)
final class LauncherSignalsTest {
  @TempDir private Path root;

  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void play() throws IOException {
    script(root.resolve("headroom"), Files.readString(Path.of("../headroom")));
    Path launcher = Path.of("src/main/launcher");
    Path its = Files.createDirectories(root.resolve("app").resolve(launcher));
    for (String part : List.of("start", "java.options", "runs.options", "compile-in-runs")) {
      Files.copy(launcher.resolve(part), its.resolve(part));
    }
    Files.createFile(root.resolve("pom.xml"));
    Path bin = Files.createDirectories(root.resolve("jdk/bin"));
    Files.writeString(
        root.resolve("jdk/release"), "JAVA_VERSION=\"25\"\nJAVA_RUNTIME_VERSION=\"25\"\n");
    script(bin.resolve("java"), "#!/bin/sh\necho ran \"$@\"\n");
    script(bin.resolve("javac"), "#!/bin/sh\n");
    script(
        Files.createDirectories(root.resolve("bin")).resolve("mvn"),
        """
        #!/bin/sh
        root=${0%/bin/mvn}
        echo $$ >"$root/mvn.new" && mv "$root/mvn.new" "$root/mvn.pid"
        [ ! -e "$root/hang" ] || exec sleep 300
        mkdir -p "$root/.headroom/build/headroom-app/lib"
        : >"$root/.headroom/build/headroom-app/lib/a.jar"
        : >"$root/.headroom/build/headroom-app/headroom-app-1.jar"
        """);
  }

  @AfterEach
  void end() throws Exception {
    started.forEach(Process::destroyForcibly);
    if (Files.exists(root.resolve("mvn.pid"))) {
      maven().ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
  void shouldEndWhileItBuilds(String signal, int code) throws Exception {
    Process launcher = hanging();
    ProcessHandle maven = maven().orElseThrow();
    new ProcessBuilder("/bin/kill", "-" + signal, Long.toString(launcher.pid())).start().waitFor();

    assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(launcher.exitValue()).isEqualTo(code);
    maven.onExit().get(60, TimeUnit.SECONDS);
    assertThat(names()).noneMatch(name -> name.startsWith("lock"));
    shouldBuildNow();
  }

  @Test
  void shouldBuildAfterAKilledOne() throws Exception {
    Process launcher = hanging();
    Path half = root.resolve(".headroom/build/half.jar");
    Files.createDirectories(half.getParent());
    Files.createFile(half);
    ProcessHandle maven = maven().orElseThrow();
    launcher.destroyForcibly().waitFor();
    assertThat(names()).contains("lock", "building", "lock." + launcher.pid());

    shouldBuildNow();

    assertThat(half).as("what was half-written").doesNotExist();
    assertThat(isAtWork(maven)).as("the Maven of the dead launcher").isFalse();
  }

  /** What is opened first has the number of standard input then. */
  @Test
  void shouldSayThatStandardInputIsClosed() throws Exception {
    shouldBuildNow();
    String headroom = "JAVA_HOME='" + root.resolve("jdk") + "' '" + root.resolve("headroom") + "'";

    assertThat(line(headroom + " sim - <&-")).contains("-Dheadroom.stdin.closed=true", "sim -");
    assertThat(line(headroom + " sim - </dev/null")).doesNotContain("stdin");
  }

  /** Numbers come again: another process that has the dead one's holds nobody up. */
  @Test
  void shouldTellALockOfADeadProcessFromOneOfALivingOne() throws Exception {
    Path state = Files.createDirectories(root.resolve(".headroom"));
    Process other = new ProcessBuilder("/bin/sleep", "300").start();
    started.add(other);
    String place = line("echo \"$(uname -n):$(readlink /proc/self/ns/pid)\"");
    String began = line("set -- $(cat /proc/" + other.pid() + "/stat); echo ${22}");
    Files.writeString(state.resolve("lock"), other.pid() + " " + began + " " + place + "\n");
    Process launcher = launch();
    awaitFile(root.resolve("err"), "waiting for another headroom (process " + other.pid() + ")");
    assertThat(launcher.isAlive()).isTrue();

    Files.writeString(state.resolve("lock"), other.pid() + " 1 " + place + "\n");
    Files.writeString(state.resolve("lock.break"), other.pid() + " 1 " + place + "\n");

    assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(root.resolve("out"))).contains("ran");
  }

  private void shouldBuildNow() throws Exception {
    Files.deleteIfExists(root.resolve("hang"));
    Process next = launch();
    assertThat(next.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(root.resolve("out")))
        .as(Files.readString(root.resolve("err")))
        .contains("ran");
    assertThat(names())
        .contains("current")
        .noneMatch(name -> name.startsWith("lock") || name.equals("building"));
  }

  private Process hanging() throws Exception {
    Files.createFile(root.resolve("hang"));
    Process launcher = launch();
    awaitFile(root.resolve("mvn.pid"), "");
    return launcher;
  }

  private Process launch() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                "/usr/bin/env",
                "--default-signal=HUP,INT,TERM",
                root.resolve("headroom").toString(),
                "x")
            .redirectOutput(root.resolve("out").toFile())
            .redirectError(root.resolve("err").toFile());
    builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
    builder
        .environment()
        .merge("PATH", root.resolve("bin").toString(), (old, own) -> own + ":" + old);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private Optional<ProcessHandle> maven() throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readString(root.resolve("mvn.pid")).strip()));
  }

  /** One that nobody has asked how it ended is there still, as a zombie. */
  private static boolean isAtWork(ProcessHandle process) throws IOException {
    Path stat = Path.of("/proc/" + process.pid() + "/stat");
    return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(root.resolve(".headroom"))) {
      return all.map(each -> each.getFileName().toString()).toList();
    }
  }

  private static void awaitFile(Path file, String what) throws Exception {
    for (int i = 0; i < 1200; i++) {
      if (Files.exists(file) && Files.readString(file).contains(what)) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError(file + " never said " + what);
  }

  private static String line(String command) throws IOException {
    return new ProcessBuilder("/bin/sh", "-c", command).start().inputReader().readLine();
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
