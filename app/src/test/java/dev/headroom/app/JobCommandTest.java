package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.run.results.ResultsJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Jobs of GPUs from the command line. */
final class JobCommandTest {
  private static final String SCENARIO =
      """
      name: two machines
      fabric: {topology: rail-optimized, servers: 2, rails: 8, links: {rate: 200Gbps}}
      workload:
        type: training
        machine: dgx-a100
        layers: 2
        hidden: 256
        sequence: 128
        vocabulary: 512
        microBatches: 2
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;
  private Path scenario = Path.of("");

  @BeforeEach
  void writeScenario() throws IOException {
    scenario = Files.writeString(folder.resolve("s.yaml"), SCENARIO);
  }

  private int run(String... arguments) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  private JsonNode results(Path results) throws IOException {
    String json = Files.readString(results.resolve("results.json"));
    try (InputStream in = ResultsJson.class.getResourceAsStream("results.schema.json")) {
      String schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(
              SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                  .getSchema(schema, InputFormat.JSON)
                  .validate(json, InputFormat.JSON))
          .isEmpty();
    }
    return JsonMapper.builder().build().readTree(json);
  }

  @Test
  void shouldSayWhereAStepsTimeWent() throws IOException {
    Path results = folder.resolve("out");
    assertThat(run("sim", scenario.toString(), "--no-report", "--out", results.toString()))
        .as(err.toString())
        .isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString())
        .contains("The step took", "4 sequences", "tensor", "data", "reduce-scatter", "exposed");
    JsonNode job = results(results).get("job");
    assertThat(job.get("samples").asInt()).isEqualTo(4);
    assertThat(job.get("gpus")).hasSize(16);
    assertThat(job.get("waiting")).isEmpty();
    assertThat(job.get("computingShare").asDouble() + job.get("waitingShare").asDouble())
        .isBetween(0.9, 1.0);
  }

  private void runWith(String set) {
    run("sim", scenario.toString(), "--no-report", "--out", folder.toString(), "--set", set);
  }

  @Test
  void shouldNameOneSlowGpuAndAStageThatIs() {
    runWith("workload.slowGpu=9");
    assertThat(out.toString()).containsPattern("straggler +GPU 9 computes [0-9.]+ us, the others ");
    out.getBuffer().setLength(0);
    runWith("workload.pipeline=2");
    assertThat(out.toString().replaceAll("\\s+", " "))
        .containsPattern("slowest GPU 8 and 7 more compute [0-9.]+ us, the others ")
        .containsPattern(
            "GPUs compute [0-9.]+ %, wait [0-9.]+ % \\([0-9.]+ % in the pipeline's bubble\\), are done [0-9.]+ %")
        .containsPattern("bubble [0-9.]+ us before GPUs started to send .* in gradients-in");
  }

  @Test
  void shouldSayWhoWaitsForWhom() throws IOException {
    Path results = folder.resolve("out");
    assertThat(
            run(
                "sim",
                scenario.toString(),
                "--no-report",
                "--out",
                results.toString(),
                "--set",
                "workload.deadGpu=3"))
        .isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString())
        .contains(
            "GPU 3 stopped after",
            "GPU 3 did not call it",
            "Watchdog caught collective operation timeout",
            "WorkNCCL(SeqNum=");
    assertThat(out.toString().replaceAll("\\s+", " "))
        .containsPattern("SeqNum=\\d+, OpType=(_ALLGATHER_BASE|ALLREDUCE|_REDUCE_SCATTER_BASE),");
    JsonNode waiting = results(results).get("job").get("waiting");
    assertThat(waiting).hasSize(16);
  }

  @Test
  void shouldRunAndConvertSimaisWorkloads() throws IOException {
    Path workload =
        Files.writeString(
            folder.resolve("w.txt"),
            """
            HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 all_gpus: 16
            1
            layer -1 1000 ALLGATHER 65536 2000 REDUCESCATTER 65536 3000 REDUCESCATTER 1000000 100
            """);
    Path results = folder.resolve("out");
    assertThat(run("sim", workload.toString(), "--no-report", "--out", results.toString()))
        .as(err.toString())
        .isEqualTo(ExitCodes.CLEAN);
    Path converted = folder.resolve("s2.yaml");
    assertThat(run("convert", "simai", workload.toString(), "-o", converted.toString()))
        .isEqualTo(ExitCodes.CLEAN);
    Path again = folder.resolve("again");
    assertThat(run("sim", converted.toString(), "--no-report", "--out", again.toString()))
        .isEqualTo(ExitCodes.CLEAN);
    assertThat(results(again).get("digest")).isEqualTo(results(results).get("digest"));
    JsonNode calls = results(results).get("job").get("calls");
    assertThat(calls.get(2).get("group").asString()).isEqualTo("data");
    assertThat(calls.get(2).get("bytes").asLong()).isEqualTo(1_000_000);
  }

  @Test
  void shouldNameTheMachinesThatThereAre() {
    assertThat(run("convert", "simai", scenario.toString(), "--machine", "dgx-a10"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("--machine: 'dgx-a10' is not one of dgx-a100");
  }
}
