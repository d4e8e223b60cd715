package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
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
    assertThat(report.get("steps").get(0).get("answer").asString()).isEqualTo("clear");
  }

  @Test
  void shouldListSymptomsAndNameThemWhereThereIsNoneSuch() {
    assertThat(run("diagnose")).isZero();
    assertThat(out.toString()).contains("memory-registration", "after-upgrade");
    assertThat(run("diagnose", "xyz")).isEqualTo(Exit.BAD_INPUT);
    assertThat(err.toString()).contains("there is no symptom 'xyz'", "roce-loss");
  }
}
