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
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class EmitCommandTest {
  private static final Path BUNDLE = Path.of("../audit/src/test/resources/dev/headroom/audit");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Keys that a task of the playbooks may have beside its module. */
  private static final List<String> TASK_KEYS =
      List.of(
          "name",
          "when",
          "register",
          "changed_when",
          "delegate_to",
          "become",
          "vars",
          "block",
          "rescue");

  private static final List<String> MODULES =
      List.of(
          "ansible.builtin.file",
          "ansible.builtin.copy",
          "ansible.builtin.command",
          "ansible.builtin.fail",
          "ansible.builtin.assert",
          "ansible.builtin.meta",
          "ansible.builtin.include_tasks",
          "ansible.netcommon.cli_config",
          "ansible.netcommon.cli_command");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;
  private Path scenario = Path.of("");
  private Path plan = Path.of("");

  @BeforeEach
  void writeScenario() throws IOException {
    plan = folder.resolve("plan");
    scenario = folder.resolve("best.yaml");
    Files.writeString(
        scenario,
        """
        name: lossless
        fabric:
          topology: leaf-spine
          leaves: 2
          spines: 1
          hostsPerLeaf: 1
          switches: {dscpMap: "26=3,48=6"}
        congestion: {kmin: 250KB, kmax: 1MB, pmax: 0.104, algorithm: dcqcn, g: 0.00390625}
        pfc: {classes: [3], watchdog: {action: drop, detectionTime: 200ms, restorationTime: 400ms}}
        transport: {dscp: 26, class: 3}
        workload: {type: permutation, size: 1MiB}
        """);
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  private int emit(String... more) {
    List<String> all = new ArrayList<>(List.of("emit", scenario.toString()));
    all.addAll(List.of(more));
    return run(all.toArray(String[]::new));
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> all = Files.walk(plan)) {
      return all.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }

  private static String sh(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + ":" + said;
  }

  @Test
  void shouldWriteAPlanWithFilesForEachDevice() throws Exception {
    int code = emit("--for", "sonic,eos,junos,mlnx_qos,mlx5-sysfs,nccl", "-o", plan.toString());

    assertThat(code).as(err.toString()).isZero();
    JsonNode json = JSON.readTree(Files.readString(plan.resolve("plan.json")));
    assertThat(json.get("steps")).isNotEmpty();
    for (JsonNode step : json.get("steps")) {
      Path of = plan.resolve(step.get("folder").asString());
      assertThat(
              of.resolve("apply.sh").toFile().exists() || of.resolve("apply.cfg").toFile().exists())
          .as(step.toString())
          .isTrue();
    }
    List<String> check =
        new ArrayList<>(List.of("sh", "-c", "for f; do sh -n \"$f\" || exit; done", "-"));
    files(".sh").forEach(file -> check.add(file.toString()));
    assertThat(sh(check)).isEqualTo("0:");
    assertThat(Files.readString(plan.resolve("plan.md")))
        .contains("# Plan: lossless", "0.104 wanted, the nearest value of the device is 0.1")
        .contains("leaf-0 congestion.kmin 250KB is refused: Juniper Junos");
    assertThat(err.toString()).contains("congestion.kmin 250KB is refused: Juniper Junos");
  }

  @Test
  void shouldWriteAPlaybookOfKnownModulesThatStopsAndUndoes() throws Exception {
    emit("--for", "sonic,eos,junos,mlnx_qos,mlx5-sysfs,nccl", "-o", plan.toString());

    List<?> plays = (List<?>) yaml(plan.resolve("playbook.yaml"));
    assertThat(plays).hasSizeGreaterThan(3);
    for (Object each : plays) {
      Map<?, ?> play = (Map<?, ?>) each;
      assertThat(play.keySet().stream().map(String::valueOf).toList())
          .isSubsetOf(
              "name",
              "hosts",
              "gather_facts",
              "serial",
              "any_errors_fatal",
              "max_fail_percentage",
              "tasks");
      assertThat(play.get("any_errors_fatal")).isEqualTo(true);
      assertThat(String.valueOf(play.get("serial"))).contains("default(1)");
      tasks((List<?>) Objects.requireNonNull(play.get("tasks")));
    }
    List<Path> tasks = files("-apply.yaml");
    assertThat(tasks).isNotEmpty();
    for (Path file : tasks) {
      List<?> all = (List<?>) yaml(file);
      tasks(all);
      for (Object each : all) {
        Map<?, ?> step = (Map<?, ?>) each;
        if (step.containsKey("ansible.builtin.assert")) {
          assertThat(step.toString()).contains(".done') is exists", "was begun and not finished");
          continue;
        }
        assertThat(String.valueOf(step.get("when"))).contains(".done') is not exists");
        assertThat(step.get("block")).as(file.toString()).isNotNull();
        assertThat(String.valueOf(step.get("rescue"))).contains("Undo", "ansible.builtin.fail");
      }
    }
    for (Path file : files("-undo.yaml")) {
      tasks((List<?>) yaml(file));
    }
    Map<?, ?> inventory = (Map<?, ?>) yaml(plan.resolve("inventory.yaml"));
    assertThat(inventory.toString()).contains("leaf-0", "host-1");
    assumeTrue(onPath("ansible-playbook"), "ansible-playbook is not here");
    assertThat(
            sh(
                List.of(
                    "ansible-playbook",
                    "--syntax-check",
                    "-i",
                    plan.resolve("inventory.yaml").toString(),
                    plan.resolve("playbook.yaml").toString())))
        .startsWith("0:");
  }

  private static void tasks(List<?> tasks) {
    for (Object each : tasks) {
      Map<?, ?> task = (Map<?, ?>) each;
      assertThat(task.get("name")).as(task.toString()).isInstanceOf(String.class);
      List<?> modules =
          task.keySet().stream().filter(key -> !TASK_KEYS.contains(String.valueOf(key))).toList();
      if (task.containsKey("block")) {
        assertThat(modules).isEmpty();
        tasks((List<?>) task.get("block"));
        if (task.get("rescue") instanceof List<?> rescue) {
          tasks(rescue);
        }
      } else {
        assertThat(modules).as(task.toString()).hasSize(1);
        assertThat(MODULES).contains(String.valueOf(modules.getFirst()));
      }
    }
  }

  private static Object yaml(Path file) throws IOException {
    return new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
  }

  private static boolean onPath(String program) {
    return Stream.of(String.valueOf(System.getenv("PATH")).split(":"))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  /** systemd reads the units as they are, with programs of this machine in place of absent ones. */
  @Test
  void shouldWriteUnitsThatSystemdAccepts() throws Exception {
    assumeTrue(onPath("systemd-analyze"), "systemd-analyze is not here");
    emit("--for", "mlnx_qos,mlx5-sysfs,bnxt,amd", "-o", plan.toString());

    List<String> verify = new ArrayList<>(List.of("systemd-analyze", "verify", "--man=no"));
    files(".service").stream()
        .filter(file -> file.toString().contains("host-0"))
        .forEach(file -> verify.add(file.toString()));

    assertThat(verify).hasSizeGreaterThan(4);
    assertThat(sh(verify)).startsWith("0:").doesNotContain("Unknown", "Missing", "Failed to parse");
  }

  /** The kernel takes the file of sysctl in a network namespace of its own. */
  @Test
  void shouldWriteAFileThatSysctlLoads() throws Exception {
    List<String> namespace = List.of("unshare", "--user", "--map-root-user", "--net");
    List<String> trial = new ArrayList<>(namespace);
    trial.addAll(List.of("sysctl", "-n", "net.ipv4.tcp_ecn"));
    assumeTrue(
        onPath("unshare") && onPath("sysctl") && sh(trial).startsWith("0:"),
        "this machine gives no network namespace");
    emit("--for", "sysctl", "--set", "transport.tcp.ecn=true", "-o", plan.toString());

    List<String> load = new ArrayList<>(namespace);
    load.addAll(
        List.of(
            "sh",
            "-c",
            "sysctl --load=\"$1\" && sysctl -n net.ipv4.tcp_ecn",
            "-",
            files("90-headroom.conf").getFirst().toString()));
    assertThat(sh(load)).startsWith("0:").endsWith("1\n");
  }

  @Test
  void shouldListWhatEachLanguageCanBeTold() {
    assertThat(emit("--list", "--json")).as(err.toString()).isZero();

    JsonNode json = JSON.readTree(out.toString());
    List<String> rows = new ArrayList<>();
    json.get("rows")
        .forEach(row ->
            rows.add(
                row.get("knob").asString()
                    + " "
                    + row.get("language").asString()
                    + " "
                    + row.get("answer").asString()));
    assertThat(rows)
        .contains(
            "congestion.kmin sonic written",
            "congestion.kmin junos refused",
            "congestion.pmax eos rounded",
            "congestion.g mlx5-sysfs written",
            "congestion.g irdma refused",
            "pfc.classes dcb written");
  }

  @Test
  void shouldRefuseBadInputInOneSentence() throws IOException {
    assertThat(emit()).isEqualTo(2);
    assertThat(emit("--for", "ios")).isEqualTo(2);
    assertThat(emit("--for", "sonic", "--devices", "leaf-7")).isEqualTo(2);
    assertThat(emit("--for", "sonic", "--apply")).isEqualTo(2);
    assertThat(emit("--for", "sonic", "--apply-to-copy", plan.toString())).isEqualTo(2);
    assertThat(emit("--for", "sonic", "-o", folder.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("--for", "'ios' is not a language; one of sonic")
        .contains("no device is named leaf-7; there are leaf-0")
        .contains("is not an empty folder")
        .doesNotContain("Exception");
  }

  @Test
  void shouldReplaceAPlanOnlyWhenAsked() {
    assertThat(emit("--for", "sonic", "-o", plan.toString())).isZero();
    assertThat(emit("--for", "sonic", "-o", plan.toString())).isEqualTo(2);
    assertThat(emit("--for", "sonic", "-o", plan.toString(), "--replace")).isZero();
    assertThat(err.toString()).contains("has a plan already");
  }

  // --- against a bundle -------------------------------------------------------------------------

  private Path bundle() throws IOException {
    Path bundle = folder.resolve("bundle");
    copy(BUNDLE.resolve("healthy"), bundle.resolve("node1"));
    copy(BUNDLE.resolve("switch"), bundle.resolve("leaf1"));
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

  @Test
  void shouldWriteOnlyWhatChangesAndNothingAgainstTheCopy() throws Exception {
    Path bundle = bundle();
    Path after = folder.resolve("after");
    scenario = folder.resolve("today.yaml");
    assertThat(run("convert", bundle.toString(), "-o", scenario.toString())).isZero();
    String today = Files.readString(scenario);
    Files.writeString(scenario, today.replace("kmin: 250000B", "kmin: 400KB"));

    assertThat(
            emit(
                "--against",
                bundle.toString(),
                "-o",
                plan.toString(),
                "--apply-to-copy",
                after.toString()))
        .as(err.toString())
        .isZero();
    JsonNode json = JSON.readTree(Files.readString(plan.resolve("plan.json")));
    assertThat(json.get("steps")).hasSize(1);
    assertThat(json.get("steps").get(0).get("title").asString())
        .isEqualTo("ECN marking of leaf1 (SONiC)");
    assertThat(Files.readString(plan.resolve("devices/leaf1/001-marking-sonic/leaf1.marking.json")))
        .contains("/WRED_PROFILE/", "400000");
    assertThat(out.toString()).contains("250000 -> 400000");

    out.getBuffer().setLength(0);
    assertThat(emit("--against", after.toString())).isZero();
    assertThat(out.toString()).startsWith("Nothing to change");
    assertThat(run("audit", after.toString(), "--json")).isNotEqualTo(2);
  }

  // --- the script of a device -------------------------------------------------------------------

  /** Programs that a step calls, which keep what they are told in a folder. */
  private Path programs() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    program(bin, "install", "exit 0");
    program(bin, "systemctl", "exit 0");
    program(
        bin,
        "mlnx_qos",
        """
        state=%s/pfc
        [ -f "$state" ] || echo 0,0,0,0,0,0,0,0 >"$state"
        case $3 in
          --pfc) echo "$4" >"$state" ;;
          '') echo "Priority trust state: dscp"; echo "PFC configuration:"
              echo "        enabled     $(tr ',' ' ' <"$state")" ;;
        esac
        """
            .formatted(folder));
    program(
        bin,
        "cma_roce_tos",
        "[ -n \"${4:-}\" ] && echo \"$4\" >%1$s/tos; cat %1$s/tos".formatted(folder));
    return bin;
  }

  private static void program(Path bin, String name, String text) throws IOException {
    Path file = bin.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private String script(String... options) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "PATH=" + folder.resolve("bin") + ":/usr/bin:/bin",
                "HEADROOM_UNPRIVILEGED=yes",
                "sh",
                plan.resolve("devices/host-0/run.sh").toString(),
                "--this-is",
                "host-0",
                "--state",
                folder.resolve("state").toString()));
    command.addAll(List.of(options));
    return sh(command);
  }

  @Test
  void shouldTakeTheStepsOfAHostAndUndoThem() throws Exception {
    programs();
    emit(
        "--for",
        "mlnx_qos",
        "--devices",
        "host-0",
        "--set",
        "transport.dscp=26",
        "-o",
        plan.toString());
    // The traffic class of a port is a file of the kernel that is not here.
    Path control = only("devices/host-0", "control");
    Files.writeString(
        control.resolve("apply.sh"),
        Files.readString(control.resolve("apply.sh")).replaceAll("(?m)^echo .*$", ""));
    Path check = control.resolve("check.sh");
    String strict = Files.readString(check);

    assertThat(script("--apply")).as("a check fails").startsWith("1:").contains("undo ");
    assertThat(Files.readString(folder.resolve("state/taken"))).isEmpty();

    Files.writeString(
        check, strict.replaceAll("(?m)^(output|has) .*(traffic_class|106.\\$).*$", ""));
    assertThat(script("--apply")).startsWith("0:");
    assertThat(Files.readString(folder.resolve("pfc")).strip()).isEqualTo("0,0,0,1,0,0,0,0");
    assertThat(script("--status")).contains("pause", "control");
    assertThat(script("--apply")).startsWith("0:").contains("taken before");

    Path undo = control.resolve("undo.sh");
    String back = Files.readString(undo);
    Files.writeString(undo, "exit 1\n");
    assertThat(script("--undo"))
        .as("earlier steps may depend on one that cannot be undone")
        .startsWith("4:")
        .contains("could not undo", "not undone: ");
    assertThat(Files.readString(folder.resolve("state/taken"))).contains("pause", "control");
    Files.writeString(undo, back);
    assertThat(script("--undo")).startsWith("0:");
    assertThat(Files.readString(folder.resolve("state/taken"))).isEmpty();
  }

  private Path only(String under, String part) throws IOException {
    try (Stream<Path> all = Files.list(plan.resolve(under))) {
      return all.filter(each -> each.getFileName().toString().contains(part))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void shouldRefuseTheStepsOfAHostBeforeThoseOfSwitches() throws Exception {
    programs();
    emit("--for", "sonic,mlnx_qos", "-o", plan.toString());

    assertThat(script("--apply")).startsWith("3:").contains("--others-ready");
    assertThat(script()).startsWith("0:").contains("mlnx_qos -i ens1np0 --pfc");
  }
}
