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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class DiagnoseCommandTest {
  private static final String HEALTHY = "../audit/src/test/resources/dev/headroom/audit/healthy";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  @Test
  void shouldAskForWhatItLacks() {
    assertThat(run("diagnose", "gpudirect")).isZero();
    assertThat(out.toString())
        .contains("run         lsmod; dmesg", "look for    nvidia_peermem", "7 open");
    assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void shouldAnswerByEvidence() {
    assertThat(run("diagnose", "low-goodput", HEALTHY, "--json")).isZero();
    JsonNode report = JsonMapper.builder().build().readTree(out.toString());
    assertThat(report.get("symptom").asString()).isEqualTo("low-goodput");
    assertThat(report.get("causes").asInt()).isZero();
    JsonNode siblings = report.get("steps").get(0);
    assertThat(siblings.get("answer").asString()).isEqualTo("partly");
    assertThat(siblings.get("needs").get(0).asString()).isEqualTo("two or more hosts");
    JsonNode slot = report.get("steps").get(1);
    assertThat(slot.get("answer").asString()).isEqualTo("clear");
    assertThat(slot.get("fine").get(0).asString()).contains("all of their PCIe lanes");
  }

  @Test
  void shouldTellWhatWasSeenFromWhatWasNotGiven(@TempDir Path folder) throws IOException {
    Path log = folder.resolve("nccl.log");
    Files.writeString(
        log,
        "node1:1:2 [0] NCCL INFO Using network IB\nnode1:1:2 [0] NCCL INFO Connected all rings\n");
    assertThat(run("diagnose", "job-does-not-start", log.toString())).isZero();
    assertThat(out.toString())
        .contains("no cause found", "no input answers it")
        .contains("no so far   checked: queue pairs connect", "missing     ");
  }

  /** The job uses sockets, and has a forced algorithm. */
  @Test
  void shouldNameTheCauseOfASlowJobFirst() {
    assertThat(run("diagnose", "slow all-reduce", "../examples/slow-job"))
        .isEqualTo(ExitCodes.FINDINGS);
    assertThat(err.toString()).contains("matches the symptom slow-collective (next: low-goodput");
    assertThat(out.toString())
        .contains("1 cause ", "1 possible cause ", "nccl.socket-transport")
        .doesNotContain("no cause found");
    String page = out.toString();
    assertThat(page.indexOf("YES         nccl.socket-transport"))
        .isBetween(0, page.indexOf("possible    nccl.algorithm-forced"));
    assertThat(page.indexOf("possible    nccl.algorithm-forced"))
        .isLessThan(page.indexOf("open        "));
  }

  @Test
  void shouldShowErrorsOfTheEvidenceBeforeOpenQuestions() {
    assertThat(run("diagnose", "roce-loss", "../examples/slow-job")).isEqualTo(ExitCodes.FINDINGS);
    String page = out.toString();
    assertThat(page).contains("1 other error").doesNotContain("no cause found");
    assertThat(page.indexOf("nccl.socket-transport")).isBetween(0, page.indexOf("open        "));
  }

  @Test
  void shouldCountPossibleCausesInJson() {
    run("diagnose", "slow-collective", "../examples/slow-job", "--json");
    JsonNode report = JsonMapper.builder().build().readTree(out.toString());
    assertThat(report.get("causes").asInt()).isEqualTo(1);
    assertThat(report.get("possible").asInt()).isEqualTo(1);
    assertThat(report.get("steps").get(2).get("answer").asString()).isEqualTo("possible");
  }

  @Test
  void shouldListSymptomsAndNameThemWhereThereIsNoneSuch() {
    assertThat(run("diagnose")).isZero();
    assertThat(out.toString()).contains("memory-registration", "after-upgrade");
    assertThat(run("diagnose", "xyz")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("no symptom 'xyz'", "roce-loss");
  }

  @Test
  void shouldAskForASymptomWhereOnlyEvidenceIsNamed() {
    assertThat(run("diagnose", HEALTHY)).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .contains("'" + HEALTHY + "' is evidence", "roce-loss", "headroom audit");
  }
}
