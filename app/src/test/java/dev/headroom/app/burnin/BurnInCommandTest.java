package dev.headroom.app.burnin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.prove.plan.Level;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.plan.Tool;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.prove.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BurnInCommandTest {
  private static final Path EXAMPLES = Path.of("..", "examples", "burnin");

  private static final String PLAN =
      """
      name: four links
      targets: [{host: host-0..3}]
      steps:
        checks: {duration: 15min}
        loopback: {duration: 30min}
        pulse: {duration: 5min}
        hammer: {duration: 30min}
        thermal: {duration: 30min}
        pcie: {duration: 30min}
        signoff: {duration: 2h}
      rehearsal: {scenario: fabric.yaml, window: 50us}
      """;

  private static final String FABRIC =
      """
      fabric: {topology: single, hosts: 4, links: {rate: 400Gbps, delay: 500ns}}
      workload: {type: permutation, size: 1MB}
      """;

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] words = Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new);
    return Headroom.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
  }

  @BeforeEach
  void writePlan() throws IOException {
    Files.writeString(folder.resolve("plan.yaml"), PLAN);
    Files.writeString(folder.resolve("fabric.yaml"), FABRIC);
  }

  @Test
  void shouldKnowTheClassThatStartsTheProgram() {
    assertThat(HostRunners.PROGRAM).isEqualTo(Headroom.class.getName());
  }

  @Test
  void shouldShowWhatAPlanWouldRun() {
    assertThat(run("burnin", "plan", EXAMPLES.resolve("rack.yaml"))).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("rack 7: 64 links, 72 h in 864 slices of at most 300 s, level article")
        .contains("article: no retransmission: one is a failed cable")
        .contains("standard: retransmissions and symbol errors within a bit error rate of 1e-15");
    assertThat(run("burnin", "plan", EXAMPLES.resolve("rack.yaml"), "--json")).isZero();
    assertThat(out.toString()).contains("\"name\": \"loopback-047\"");
  }

  @Test
  void shouldRehearseSignReportAndVerify() throws IOException {
    Path proof = folder.resolve("proof");
    Path key = folder.resolve("burnin.key");

    assertThat(
            run(
                "burnin",
                "run",
                folder.resolve("plan.yaml"),
                "--rehearse",
                "--out",
                proof,
                "--sign-key",
                key))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("Rehearsal: signed off clean: all 7 steps pass at level article")
        .contains("signed with Ed25519")
        .contains("multiplied up to their slices")
        .contains("Without any error, 3/n bounds");
    assertThat(Files.getPosixFilePermissions(key))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(Files.readString(proof.resolve("report.html")))
        .contains("\"isClean\":true", "\"hasErrors\":false")
        .contains("\"notExercised\":[\"Traffic goes from memory of one host to memory of another.")
        .doesNotContain("src=\"http", "<link", "fetch(");

    assertThat(run("burnin", "report", proof)).isZero();
    assertThat(run("burnin", "verify", proof)).isZero();
    assertThat(out.toString()).contains("records hold, and the verdicts follow from them");
    String name = out.toString().replaceFirst("(?s).*signed with key ([0-9a-f]+).*", "$1");
    assertThat(run("burnin", "verify", proof, "--key", name)).isZero();
    assertThat(run("burnin", "verify", proof, "--key", "0123456789abcdef")).isEqualTo(1);
    assertThat(out.toString()).contains("it is signed with key " + name + ", and not with 0123");
    run("burnin", "run", folder.resolve("plan.yaml"), "--rehearse", "--out", proof);
    assertThat(out.toString())
        .as("a run that is done stays signed")
        .contains("signed with Ed25519");
    assertThat(run("burnin", "verify", proof, "--hash", "00")).isEqualTo(1);
    assertThat(out.toString()).contains("not the one that was noted");
  }

  @Test
  void shouldExitWithFindings() throws IOException {
    Files.writeString(
        folder.resolve("fabric.yaml"),
        FABRIC.replace(
            "delay: 500ns}}",
            "delay: 500ns}, failures: [{link: host-1/switch-0, from: 0ns, bitErrors: 1e-12}]}"));
    Path proof = folder.resolve("proof");

    assertThat(run("burnin", "run", folder.resolve("plan.yaml"), "--rehearse", "--out", proof))
        .isEqualTo(1);
    assertThat(out.toString())
        .contains("Rehearsal: not signed off: 3 of 7 steps do not pass")
        .contains("host-1: fail: packet_seq_err")
        .contains("Errors were counted")
        .doesNotContain("3/n bounds");
    assertThat(Files.readString(proof.resolve("report.html"))).contains("\"hasErrors\":true");
    assertThat(run("burnin", "report", proof, "--json")).isEqualTo(1);
    assertThat(out.toString()).contains("\"isClean\": false");
  }

  @Test
  void shouldNotGoOnBehindChangedEvidence() throws IOException {
    Path proof = folder.resolve("proof");
    run("burnin", "run", folder.resolve("plan.yaml"), "--rehearse", "--out", proof);
    Path log = proof.resolve("evidence.log");
    List<String> lines = Files.readAllLines(log);
    lines.set(3, lines.get(3).replaceFirst("\"second\":300", "\"second\":301"));
    Files.write(log, lines);

    assertThat(run("burnin", "verify", proof)).isEqualTo(1);
    assertThat(out.toString()).contains("does not hold: record 4 was changed");
    assertThat(run("burnin", "run", folder.resolve("plan.yaml"), "--rehearse", "--out", proof))
        .isEqualTo(3);
    assertThat(err.toString()).contains("record 4 was changed").doesNotContain("bug");
    assertThat(run("burnin", "report", proof)).isEqualTo(3);
  }

  @Test
  void shouldSayWhatIsWrongWithItsInput() throws IOException {
    assertThat(run("burnin")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing action; use one of plan, run, report, verify");
    assertThat(run("burnin", "plan", folder.resolve("none.yaml"))).isEqualTo(2);
    Path key = Files.writeString(folder.resolve("key"), "no key");
    assertThat(
            run(
                "burnin",
                "run",
                folder.resolve("plan.yaml"),
                "--rehearse",
                "--out",
                folder.resolve("proof"),
                "--sign-key",
                key))
        .isEqualTo(2);
    assertThat(err.toString()).contains("key: is not an Ed25519 key in PKCS#8");
    assertThat(folder.resolve("proof")).as("before it runs").doesNotExist();
    assertThat(run("burnin", "report", folder)).isEqualTo(2);
    assertThat(err.toString()).contains("evidence.log: no such file");
    Files.writeString(folder.resolve("plan.yaml"), PLAN.replace("host-0..3", "host-0..4"));
    assertThat(run("burnin", "run", folder.resolve("plan.yaml"), "--rehearse", "--out", folder))
        .isEqualTo(2);
    assertThat(err.toString()).contains("fabric.yaml has no host 'host-4'");
    Files.writeString(folder.resolve("plan.yaml"), PLAN.replace("hammer:", "hamer:"));
    assertThat(run("burnin", "plan", folder.resolve("plan.yaml"))).isEqualTo(2);
    assertThat(err.toString())
        .contains("plan.yaml:7:3: steps.hamer: there is no such key; did you mean 'hammer'?");
  }

  @Test
  @Tag("whole")
  void shouldRehearseTheExamples() {
    assertThat(
            run(
                "burnin",
                "run",
                EXAMPLES.resolve("rack.yaml"),
                "--rehearse",
                "--out",
                folder.resolve("rack")))
        .as(err.toString())
        .isZero();
    assertThat(
            run(
                "burnin",
                "run",
                EXAMPLES.resolve("rack-with-faults.yaml"),
                "--rehearse",
                "--out",
                folder.resolve("faults")))
        .isEqualTo(1);
    out.getBuffer().setLength(0);
    assertThat(run("burnin", "report", folder.resolve("faults"), "--json")).isEqualTo(1);
    assertThat(out.toString()).contains("host-3", "host-5", "host-9", "host-12");
  }

  /**
   * Endpoints in software on two addresses of this machine; no tool looks at the machine itself.
   */
  @Test
  @Tag("whole")
  void shouldSayThatTrafficWithinThisMachineProvesNoCable() throws IOException {
    Files.writeString(
        folder.resolve("plan.yaml"),
        """
        name: this machine
        slice: 3s
        targets:
          - {host: here, address: 127.0.0.1, rate: 1Gbps}
          - {host: there, address: 127.0.0.2, rate: 1Gbps}
        steps:
          checks: {duration: 3s, tool: perf}
          loopback: {duration: 3s, tool: perf}
          pulse: {duration: 3s, tool: perf}
          hammer: {duration: 3s, tool: perf}
          thermal: {duration: 3s, tool: perf}
          pcie: {duration: 3s, tool: perf}
          signoff: {duration: 3s, tool: perf}
        runner: {way: local, checks: [ibdiagnet]}
        """);
    Path proof = folder.resolve("proof");

    assertThat(run("burnin", "run", folder.resolve("plan.yaml"), "--out", proof))
        .as(err.toString())
        .isEqualTo(1);
    assertThat(out.toString()).contains("not signed off: 7 of 7 steps do not pass");
    assertThat(run("burnin", "verify", proof)).as(out.toString()).isZero();
    BurnInReport report = BurnInReport.of(proof);
    for (Step step : Step.values()) {
      assertThat(report.verdict().of(step).findings())
          .anySatisfy(finding -> {
            assertThat(finding.verdict()).isEqualTo(Verdict.NOT_EXERCISED);
            assertThat(finding.found()).contains("no cable was exercised");
          });
    }
    assertThat(report.verdict().of(Step.LOOPBACK).at(Level.ARTICLE))
        .isEqualTo(Verdict.NOT_EXERCISED);
    assertThat(report.run().ended().values())
        .hasSize(7)
        .allSatisfy(end -> {
          assertThat(end.tool()).isEqualTo(Tool.PERF.title());
          assertThat(end.results())
              .isNotEmpty()
              .allSatisfy(result -> {
                assertThat(result.problem()).isEmpty();
                assertThat(result.measures().get("gbps")).isPositive();
              });
        });
    assertThat(report.run().ended().get("pcie-000"))
        .satisfies(end ->
            assertThat(end.results())
                .allSatisfy(result -> assertThat(result.measures()).containsKey("latency_p99_us")));
  }
}
