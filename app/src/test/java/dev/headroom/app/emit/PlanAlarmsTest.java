package dev.headroom.app.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.app.Headroom;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alarms with the thresholds of a plan. */
final class PlanAlarmsTest {
  private static final Path PROMTOOL = Path.of("/usr/bin/promtool");

  @TempDir private Path folder = Path.of("");

  private Path rules() throws Exception {
    Path plan = folder.resolve("plan");
    StringWriter err = new StringWriter();
    int code =
        Headroom.run(
            new PrintWriter(new StringWriter()),
            new PrintWriter(err, true),
            "emit",
            "../examples/two-tenants.yaml",
            "--set",
            "congestion.kmin=250KB",
            "--set",
            "congestion.kmax=1MB",
            "--set",
            "pfc.headroom=40KB",
            "--for",
            "sonic",
            "-o",
            plan.toString());
    assertThat(code).as(err.toString()).isZero();
    return plan.resolve("alarms.yml");
  }

  @Test
  void shouldHaveTheThresholdsOfThePlan() throws Exception {
    assertThat(Files.readString(rules()))
        .contains(
            "queue_watermark_bytes{host=~\"leaf-0|leaf-1|",
            "queue=\"UC3\"} > 1000000 and delta(",
            "group=\"3\"} > 36000 and delta(")
        .containsOnlyOnce("EmittedMarkingExceeded");
  }

  @Test
  void shouldFireInPrometheusBeyondThem() throws Exception {
    assumeTrue(Files.isExecutable(PROMTOOL), "promtool is not installed");
    rules();
    Files.writeString(
        folder.resolve("tests.yml"),
        """
        rule_files: [plan/alarms.yml]
        tests:
        - interval: 1m
          input_series:
          - series: 'headroom_switch_queue_watermark_bytes{host="leaf-0",device="Ethernet0",queue="UC3"}'
            values: '0x10 1100000x20'
          - series: 'headroom_switch_queue_watermark_bytes{host="leaf-1",device="Ethernet0",queue="UC3"}'
            values: '0x10 900000x20'
          - series: 'headroom_switch_headroom_watermark_bytes{host="leaf-0",device="Ethernet0",group="3"}'
            values: '0x10 39000x20'
          promql_expr_test:
          - expr: count by (alertname, host) (ALERTS{alertstate="firing"})
            eval_time: 15m
            exp_samples:
            - labels: '{alertname="EmittedMarkingExceeded",host="leaf-0"}'
              value: 1
            - labels: '{alertname="EmittedHeadroomNearlyUsed",host="leaf-0"}'
              value: 1
        """);
    Path said = folder.resolve("said");
    int code =
        new ProcessBuilder(PROMTOOL.toString(), "test", "rules", "tests.yml")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    assertThat(code).as(Files.readString(said)).isZero();
  }
}
