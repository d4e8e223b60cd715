package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A site's own rules are listed, reported and waived as ours are. */
final class SiteRulesCommandTest {
  private static final String RULES = "../examples/rules";
  private static final Path TABLES =
      Path.of("../audit/src/main/resources/dev/headroom/audit").toAbsolutePath().normalize();

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String node = "";

  @BeforeEach
  void makeNode() throws IOException {
    Path host = Files.createDirectories(folder.resolve("node1"));
    Files.writeString(
        host.resolve("dmesg.txt"),
        """
        [    0.000000] Linux version 6.8.0-45-generic (buildd@lcy02) #45-Ubuntu SMP
        [    4.000000] mlx5_core 0000:5e:00.0: firmware version: 28.36.1010
        [   60.000000] mce: [Hardware Error]: Machine check events logged
        """);
    node = host.toString();
  }

  private int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  @Test
  void shouldReportWhatTheyFind() {
    assertThat(run("audit", node, "--rules", RULES)).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString())
        .contains("WARNING  site.recalled-firmware  node1", "28.36.1010", "drain the node");
    assertThat(run("audit", node)).as("a built-in rule").isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString()).contains("kernel.machine-check").doesNotContain("site.");
    assertThat(run("audit", node, "--rules", RULES, "--only", "site", "--fail-on", "error"))
        .isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString()).contains("site.recalled-firmware");
  }

  @Test
  void shouldReportItInEveryForm() throws IOException {
    List<String> options = List.of("--html", "--sarif", "--junit", "--prometheus");
    for (String option : options) {
      Path file = folder.resolve("report" + option);
      assertThat(run("audit", node, "--rules", RULES, option, file.toString()))
          .isEqualTo(ExitCodes.FINDINGS);
      assertThat(Files.readString(file)).as(option).contains("site.recalled-firmware");
    }
    run("audit", node, "--rules", RULES, "--json");
    assertThat(out.toString()).contains("site.recalled-firmware");
  }

  @Test
  void shouldBeWaived() throws IOException {
    Path waivers = folder.resolve("waivers.yaml");
    Files.writeString(
        waivers,
        """
        - {rule: 'site.*', reason: known, expires: 2999-01-01}
        - {rule: 'kernel.*', reason: known, expires: 2999-01-01}
        """);
    assertThat(run("audit", node, "--rules", RULES, "--waivers", waivers.toString()))
        .isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString()).contains("waived");
    Files.writeString(
        waivers, "- {rule: site.recalled-firmware, reason: known, expires: 2999-01-01}\n");
    assertThat(run("audit", node, "--waivers", waivers.toString())).isEqualTo(ExitCodes.BAD_INPUT);
  }

  @Test
  void shouldBeExplainedAndDiagnosed() {
    assertThat(run("explain", "--rules", RULES)).isZero();
    assertThat(out.toString()).contains("site.swappiness: nodes do not swap");
    assertThat(run("explain", "site.wrong-image", "--rules", RULES)).isZero();
    assertThat(out.toString()).contains("our wiki, Images", "a log of NCCL or RCCL");
    assertThat(run("diagnose", "link-flaps", node, "--rules", RULES)).isZero();
  }

  @Test
  void shouldRefuseWhatIsWrong() throws IOException {
    Path file = folder.resolve("wrong.yaml");
    Files.writeString(file, "rules:\n- id: site.x\n  log: kernel\n  pattern: '('\n");
    assertThat(run("audit", node, "--rules", folder.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .contains(
            file + ":4:12: rules.pattern: this is not a regular expression",
            file + ":2:3: rules.title: it is missing")
        .doesNotContain("Exception", "\tat ");
    assertThat(run("audit", node, "--rules", file.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run("audit", node, "--rules", "no-such-folder")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("no-such-folder");
  }

  /** What editors are told of such files, they are told of ours as well. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "host/kernel-log.yaml",
        "host/fabric-manager-log.yaml",
        "host/device-plugin-log.yaml",
        "host/counters.yaml",
        "host/settings.yaml",
        "nccl/log.yaml",
        "nccl/transfers.yaml",
        "nccl/bootstrap.yaml",
        "nccl/efa.yaml",
        "nccl/ucx.yaml",
        "environment/variables.yaml",
        "rdma/counters.yaml",
        "fabric/counters.yaml",
        "../../../../../../../examples/rules/site.yaml"
      })
  void shouldFitTheirSchema(String file) throws IOException {
    assertThat(run("schema", "rules")).isZero();
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(out.toString(), InputFormat.JSON);
    YAMLMapper yaml = new YAMLMapper();
    String text = Files.readString(TABLES.resolve(file));
    assertThat(schema.validate(yaml.readTree(text))).isEmpty();
    assertThat(schema.validate(yaml.readTree(text.replace("  title:", "  titel:")))).isNotEmpty();
    assertThat(schema.validate(yaml.readTree(text.replace("  cause:", "  modes: [1]\n  cause_:"))))
        .isNotEmpty();
  }
}
