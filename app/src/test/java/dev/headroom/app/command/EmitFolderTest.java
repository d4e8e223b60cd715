package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code emit} leaves alone: folders, files and devices that are not as it made them. */
final class EmitFolderTest {
  private static final Path BUNDLE = Path.of("../audit/src/test/resources/dev/headroom/audit");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  private Path scenario() throws IOException {
    return Files.writeString(
        folder.resolve("best.yaml"),
        """
        name: lossless
        fabric: {topology: leaf-spine, leaves: 1, spines: 1, hostsPerLeaf: 2}
        congestion: {kmin: 250KB, kmax: 1MB, pmax: 0.1}
        workload: {type: permutation, size: 1MiB}
        """);
  }

  private int emit(Path plan, String... more) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of("emit", scenario().toString(), "--for", "sonic", "-o", plan.toString()));
    all.addAll(List.of(more));
    return run(all.toArray(String[]::new));
  }

  @Test
  void shouldKeepTheWayBackOfStepsThatWereTaken() throws IOException {
    Path plan = folder.resolve("plan");
    assertThat(emit(plan)).as(err.toString()).isZero();
    Path taken = Files.createDirectories(plan.resolve("state")).resolve("leaf-0.001");
    Files.writeString(taken, "");
    Files.writeString(plan.resolve("state/spine-0.script"), "002-marking-sonic\n");
    Path notes = Files.writeString(plan.resolve("notes.txt"), "mine");
    Files.writeString(plan.resolve("inventory.yaml"), "all: {}\n");

    assertThat(emit(plan, "--replace")).as("the same plan").isZero();
    assertThat(emit(plan, "--replace", "--set", "congestion.kmin=300KB")).isEqualTo(2);
    assertThat(err.toString())
        .contains("leaf-0: step 1, spine-0: step 2", "undo.yaml'")
        .contains("/devices/spine-0/run.sh' --undo   (on spine-0)")
        .contains("--drop-taken");
    assertThat(out.toString()).isEmpty();
    assertThat(taken).exists();
    assertThat(Files.readString(plan.resolve("plan.md"))).contains("250000");

    assertThat(emit(plan, "--replace", "--drop-taken", "--set", "congestion.kmin=300KB")).isZero();
    assertThat(taken).doesNotExist();
    assertThat(notes).hasContent("mine");
    assertThat(Files.readString(plan.resolve("plan.md"))).contains("300000");
  }

  @Test
  void shouldKeepFilesThatTheUserEdited() throws IOException {
    Path plan = folder.resolve("plan");
    emit(plan);
    Path inventory = Files.writeString(plan.resolve("inventory.yaml"), "all: {}\n");
    Path playbook = plan.resolve("playbook.yaml");
    String sample = Files.readString(playbook);
    Files.writeString(playbook, "# mine");

    assertThat(emit(plan, "--replace")).isEqualTo(2);
    assertThat(err.toString()).contains("were edited since it was written: playbook.yaml");
    assertThat(playbook).hasContent("# mine");

    Files.writeString(playbook, sample);
    assertThat(emit(plan, "--replace")).isZero();
    assertThat(err.toString()).contains("inventory.yaml has your changes and stays");
    assertThat(inventory).hasContent("all: {}");
    assertThat(plan.resolve("inventory.sample.yaml")).exists();
    assertThat(emit(plan, "--replace", "--devices", "leaf-0")).isZero();
    assertThat(plan.resolve("devices/spine-0")).doesNotExist();
    assertThat(plan.resolve("devices/leaf-0")).exists();
    assertThat(inventory).hasContent("all: {}");
  }

  @Test
  void shouldLookAtItsFoldersFirst() throws IOException {
    Path file = scenario();
    assertThat(emit(file)).isEqualTo(2);
    assertThat(err.toString()).contains("is no folder");
    assertThat(emit(file.resolve("plan"))).isEqualTo(2);
    assertThat(err.toString()).contains("since " + file + " is no folder");
    Path bundle = copied("leaf1");
    assertThat(emit(bundle.resolve("new"), "--against", bundle.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("it lies in the input");
    Path plan = folder.resolve("plan");
    String copy = bundle.resolve("new").toString();
    assertThat(emit(plan, "--against", bundle.toString(), "--apply-to-copy", copy)).isEqualTo(2);
    assertThat(err.toString()).contains("--apply-to-copy", "it lies in the input");
    String inPlan = plan.resolve("copy").toString();
    assertThat(emit(plan, "--against", bundle.toString(), "--apply-to-copy", inPlan)).isEqualTo(2);
    assertThat(err.toString()).contains("one lies in the other");
    assertThat(out.toString()).isEmpty();
    assertThat(plan).doesNotExist();
  }

  @Test
  void shouldSayWhichFolderTakesNoOther() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "no /proc here");
    assertThat(emit(Path.of("/proc/plans/one"))).isEqualTo(3);
    assertThat(err.toString())
        .contains("/proc/plans/one: cannot make this folder: /proc takes no new one");
  }

  // --- against a bundle -------------------------------------------------------------------------

  private Path copied(String... switches) throws IOException {
    Path bundle = folder.resolve("bundle");
    for (String name : switches) {
      try (Stream<Path> all = Files.walk(BUNDLE.resolve("switch"))) {
        for (Path each : all.sorted(Comparator.naturalOrder()).toList()) {
          Path target =
              bundle.resolve(name).resolve(BUNDLE.resolve("switch").relativize(each).toString());
          if (Files.isDirectory(each)) {
            Files.createDirectories(target);
          } else {
            Files.writeString(
                target, Files.readString(each).replace("\"leaf1\"", '"' + name + '"'));
          }
        }
      }
    }
    copy(BUNDLE.resolve("healthy"), bundle.resolve("node1"));
    return bundle;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.sorted(Comparator.naturalOrder()).toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
  }

  /** A plan that raises Kmin of the switches of a bundle, in one step for each. */
  private Path plan(Path bundle) throws IOException {
    Path today = folder.resolve("today.yaml");
    assertThat(run("convert", bundle.toString(), "-o", today.toString())).isZero();
    Files.writeString(today, Files.readString(today).replaceAll("kmin: 250000B", "kmin: 400KB"));
    Path plan = folder.resolve("plan");
    assertThat(
            run(
                "emit",
                today.toString(),
                "--against",
                bundle.toString(),
                "--for",
                "sonic",
                "-o",
                plan.toString()))
        .as(err.toString())
        .isZero();
    return plan;
  }

  private static String said(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + ":" + said;
  }

  /** A switch with one value, in a file. */
  private String script(Path script, String... options) throws IOException, InterruptedException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path kmin = folder.resolve("kmin");
    program(bin, "sonic-db-cli", "cat " + kmin);
    program(
        bin,
        "config",
        "[ $1 = save ] || case $2 in *undo*) echo 250000 ;; *) echo 400000 ;; esac >" + kmin);
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "PATH=" + bin + ":/usr/bin:/bin",
                "HEADROOM_UNPRIVILEGED=yes",
                "sh",
                script.toString(),
                "--this-is",
                "leaf1",
                "--state",
                folder.resolve("state").toString()));
    command.addAll(List.of(options));
    return said(command);
  }

  private static void program(Path bin, String name, String text) throws IOException {
    Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void shouldNotTouchADeviceThatHasChanged() throws Exception {
    Path plan = plan(copied("leaf1"));
    Path script = plan.resolve("devices/leaf1/run.sh");
    Path kmin = Files.writeString(folder.resolve("kmin"), "260000\n");

    assertThat(script(script, "--apply"))
        .startsWith("3:")
        .contains("green_min_threshold", "expected: 250000", "it shows: 260000")
        .contains("leaf1 no longer has the settings that the plan was made against");
    assertThat(kmin).hasContent("260000");
    assertThat(plan.resolve("state")).doesNotExist();

    Files.writeString(kmin, "250000\n");
    assertThat(script(script, "--apply")).startsWith("0:");
    assertThat(kmin).hasContent("400000");
    assertThat(plan.resolve("state/leaf1.script")).exists();
    assertThat(script(script, "--apply")).startsWith("0:").contains("taken before");
  }

  @Test
  void shouldUndoWithoutThePlan() throws Exception {
    Path plan = plan(copied("leaf1"));
    Path kmin = Files.writeString(folder.resolve("kmin"), "250000\n");
    assertThat(script(plan.resolve("devices/leaf1/run.sh"), "--apply")).startsWith("0:");
    Files.move(plan, folder.resolve("lost"));

    assertThat(script(folder.resolve("state/run.sh"), "--undo")).startsWith("0:");
    assertThat(kmin).hasContent("250000");
  }

  /**
   * A step that was cut off may have done any part of it: no other one is taken before its undo.
   */
  @Test
  void shouldUndoAStepThatWasNotFinishedFirst() throws Exception {
    Path plan = plan(copied("leaf1"));
    Path script = plan.resolve("devices/leaf1/run.sh");
    Path kmin = Files.writeString(folder.resolve("kmin"), "250000\n");
    Path taken = Files.createDirectories(folder.resolve("state")).resolve("taken");
    Files.writeString(taken, "001-marking-sonic\n");

    assertThat(script(script, "--status")).contains("001-marking-sonic (begun and not finished)");
    assertThat(script(script, "--apply"))
        .startsWith("3:")
        .contains("was begun and not finished; undo it first", "to go back: sh \"")
        .contains("run.sh\" --undo --this-is leaf1 --state");
    assertThat(kmin).hasContent("250000");
    assertThat(script(script, "--undo")).startsWith("0:").contains("no step of this plan is taken");
    assertThat(script(script, "--apply"))
        .startsWith("0:")
        .contains("taken on leaf1: 001-marking-sonic");
    assertThat(taken).hasContent("001-marking-sonic");
  }

  /** A patch that was refused cannot be taken back: the switch has what it had. */
  @Test
  void shouldKnowAStepThatDidNothing() throws Exception {
    Path plan = plan(copied("leaf1"));
    Path step = plan.resolve("devices/leaf1/001-marking-sonic");
    Path kmin = Files.writeString(folder.resolve("kmin"), "250000\n");
    Files.writeString(step.resolve("apply.sh"), "exit 1\n");
    Files.writeString(step.resolve("undo.sh"), "exit 1\n");

    assertThat(script(plan.resolve("devices/leaf1/run.sh"), "--apply"))
        .startsWith("1:")
        .contains("nothing to undo: leaf1 has the settings", "no step of this plan is taken");
    Files.writeString(kmin, "250000\n");
    Files.writeString(step.resolve("apply.sh"), "echo 1 >" + kmin + "\nexit 1\n");
    assertThat(script(plan.resolve("devices/leaf1/run.sh"), "--apply"))
        .startsWith("4:")
        .contains("could not undo 001-marking-sonic", "taken on leaf1: 001-marking-sonic");
  }

  /** Ctrl-C in a step: it is undone, and what is left is said. */
  @Test
  void shouldUndoTheStepThatASignalStops() throws Exception {
    Path plan = plan(copied("leaf1"));
    Path step = plan.resolve("devices/leaf1/001-marking-sonic");
    Path kmin = Files.writeString(folder.resolve("kmin"), "250000\n");
    Files.writeString(step.resolve("apply.sh"), "echo 400000 >" + kmin + "\nkill -TERM $PPID\n");

    assertThat(script(plan.resolve("devices/leaf1/run.sh"), "--apply"))
        .startsWith("130:")
        .contains("stopped in: ", "undo 001-marking-sonic", "no step of this plan is taken");
    assertThat(kmin).hasContent("250000");
  }

  /** A step by hand while the script takes steps, and the script while a step is by hand. */
  @Test
  void shouldNotTakeStepsBesideAnotherRun() throws Exception {
    Path plan = plan(copied("leaf1"));
    Path script = plan.resolve("devices/leaf1/run.sh");
    Path step = plan.resolve("devices/leaf1/001-marking-sonic");
    Path kmin = Files.writeString(folder.resolve("kmin"), "250000\n");
    Path other = folder.resolve("other");
    String apply = Files.readString(step.resolve("apply.sh"));
    Files.writeString(
        step.resolve("apply.sh"),
        apply + "HEADROOM_LOCKED= sh ./undo.sh >" + other + " 2>&1 || echo $? >>" + other + "\n");

    assertThat(script(script, "--apply")).startsWith("0:");
    assertThat(kmin).hasContent("400000");
    assertThat(other)
        .content()
        .contains("refused: another run changes this machine: process ", ", run.sh --apply of ")
        .endsWith("\n5\n");
    assertThat(script(script, "--undo")).startsWith("0:");
  }

  @Test
  void shouldGiveOddNamesToDevicesOnlyOnce() throws Exception {
    Path plan = folder.resolve("plan");
    Path bundle = copied("leaf 1", "leaf-1", "all");
    assertThat(emit(plan, "--against", bundle.toString(), "--set", "congestion.kmin=400KB"))
        .as(err.toString())
        .isZero();
    String inventory = Files.readString(plan.resolve("inventory.yaml"));
    assertThat(inventory)
        .containsPattern("\"leaf-1-[0-9a-f]{6}\":")
        .contains("headroom_device: \"leaf 1\"", "\"leaf-1\":")
        .containsPattern("\"all-[0-9a-f]{6}\":");
    assumeTrue(onPath("ansible-playbook"), "ansible-playbook is not here");
    assertThat(
            said(
                List.of(
                    "ansible-playbook",
                    "--list-hosts",
                    "-i",
                    plan.resolve("inventory.yaml").toString(),
                    plan.resolve("playbook.yaml").toString())))
        .startsWith("0:")
        .containsPattern("hosts \\(3\\)")
        .doesNotContain("WARNING");
  }

  private static boolean onPath(String program) {
    return Stream.of(String.valueOf(System.getenv("PATH")).split(":"))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }
}
